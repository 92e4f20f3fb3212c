-- wrk's requests and its report. Argument: a file with one request per line, path and headers separated by tabs.
local requests, turn = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, headers = nil, {}
    for part in line:gmatch("[^\t]+") do
      local name, value = part:match("^([%w-]+): (.*)$")
      if path == nil then path = part else headers[name] = value end
    end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  local faults = errors.connect + errors.read + errors.write + errors.timeout
  local text = '{"answers":%d,"seconds":%f,"refused":%d,"faults":%d,"p50Ms":%f,"p95Ms":%f,"p99Ms":%f}\n'
  io.write(text:format(summary.requests, summary.duration / 1e6, errors.status, faults, latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3))
end
