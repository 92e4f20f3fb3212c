import { useState } from "react";
import { Field, type InputProps } from "./field.tsx";

/**
 * What belongs to the field comes after it, so that Tab leads from the field before straight to it. The button needs
 * scripts.
 */
export function PasswordField({ label, name, error, help, className = "f big-l", aside, ...input }: InputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} name={name} error={error} help={help} className={className}>
      {(control) => (
        <>
          <input {...control} {...input} type={shown ? "text" : "password"} spellCheck={false} />
          <div className={aside ? "between" : "by-script"}>
            <button className="btn quiet by-script" type="button" onClick={() => setShown(!shown)}>
              {shown ? "Hide" : "Show"} password<span className="vh">: {label}</span>
            </button>
            {aside}
          </div>
        </>
      )}
    </Field>
  );
}
