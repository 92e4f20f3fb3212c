/** The names of fields that are never sent back, nor shown again. */
export const secretField = /password|secret|otp|code|token/i;
