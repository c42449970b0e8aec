//! What the server does in one step: scripts in Lua. Each may be repeated, as a question whose answer was lost is.

/// Adds parts to the stream, unless they are there: of two planners each batch is added once.
pub(super) const PLAN: &str = r"
local from, to = tonumber(ARGV[1]), tonumber(ARGV[2])
if tonumber(redis.call('GET', KEYS[1]) or '0') == from then
    for part = from, to - 1 do redis.call('XADD', KEYS[2], '*', 'part', part) end
    redis.call('SET', KEYS[1], to)
end
return redis.call('GET', KEYS[1])
";

/// Takes parts: new ones, or else one whose worker was silent for too long. Parts that are done are acknowledged and left out.
/// Parts that are neither done nor handed out are put back into the stream: their results were removed.
/// Returns how many entries were looked at, how many parts need no more work, the incumbent, and for each part taken the entry,
/// the number, how often it was handed out, and its rest.
pub(super) const TAKE: &str = r"
local stream, group, worker = KEYS[1], ARGV[1], ARGV[2]
local read = redis.call('XREADGROUP', 'GROUP', group, worker, 'COUNT', ARGV[4], 'STREAMS', stream, '>')
local is_new = read and true or false
local entries
if is_new then entries = read[1][2]
else
    local idle = redis.call('XPENDING', stream, group, 'IDLE', ARGV[3], '-', '+', 1)
    entries = {}
    if #idle > 0 then entries = redis.call('XCLAIM', stream, group, worker, ARGV[3], idle[1][1]) end
end
local taken = {}
for _, entry in ipairs(entries) do
    local id, part = entry[1], entry[2][2]
    if redis.call('HEXISTS', KEYS[2], part) == 1 then
        redis.call('XACK', stream, group, id)
    else
        local times = '1'
        if not is_new then times = tostring(redis.call('XPENDING', stream, group, id, id, 1)[1][4]) end
        local rest = redis.call('HGET', KEYS[3], part) or ''
        taken[#taken + 1] = {id, part, times, rest}
    end
end
local over = redis.call('HLEN', KEYS[2]) + redis.call('SCARD', KEYS[4])
local parts = tonumber(ARGV[5])
if #entries == 0 and over < parts and redis.call('XPENDING', stream, group)[1] == 0 then
    for part = 0, parts - 1 do
        if redis.call('HEXISTS', KEYS[2], part) == 0 and redis.call('SISMEMBER', KEYS[4], part) == 0 then
            redis.call('XADD', stream, '*', 'part', part)
        end
    end
end
return {#entries, over, redis.call('GET', KEYS[5]) or '', taken}
";

/// Keeps results, each with its worker, and acknowledges the parts. A different one for the same part is kept beside it.
pub(super) const DONE: &str = r"
local worker = ARGV[2]
for at = 3, #ARGV, 3 do
    local part, line, id = ARGV[at], ARGV[at + 1], ARGV[at + 2]
    local known = redis.call('HGET', KEYS[2], part)
    if not known then
        redis.call('HSET', KEYS[2], part, worker .. '|' .. line)
        redis.call('HDEL', KEYS[3], part)
        redis.call('SREM', KEYS[5], part)
    elseif string.sub(known, string.find(known, '|', 1, true) + 1) ~= line then
        redis.call('RPUSH', KEYS[4], worker .. '|' .. line)
    end
    redis.call('XACK', KEYS[1], ARGV[1], id)
end
return 1
";

/// Gives parts back to the stream that were taken and not finished.
pub(super) const BACK: &str = r"
for at = 2, #ARGV, 2 do
    if redis.call('XACK', KEYS[1], ARGV[1], ARGV[at + 1]) == 1 then redis.call('XADD', KEYS[1], '*', 'part', ARGV[at]) end
end
return 1
";

/// Keeps a rest, and gives the part back to the stream.
pub(super) const REST: &str = r"
local part, line, id = ARGV[2], ARGV[3], ARGV[5]
if redis.call('HEXISTS', KEYS[2], part) == 0 then redis.call('HSET', KEYS[3], part, line) end
if redis.call('XACK', KEYS[1], ARGV[1], id) == 1 then redis.call('XADD', KEYS[1], '*', 'part', part) end
return 1
";

/// Keeps an error, and gives the part back unless it has failed too often.
pub(super) const FAILED: &str = r"
local part, line, worker, id = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if redis.call('XACK', KEYS[1], ARGV[1], id) == 0 then return 0 end
redis.call('RPUSH', KEYS[4], worker .. '|' .. line)
if redis.call('HINCRBY', KEYS[5], part, 1) >= tonumber(ARGV[6]) then
    redis.call('SADD', KEYS[6], part)
else
    redis.call('XADD', KEYS[1], '*', 'part', part)
end
return 1
";

/// Puts parts that were set aside back into the stream.
pub(super) const RETRY: &str = r"
for _, part in ipairs(redis.call('SMEMBERS', KEYS[2])) do redis.call('XADD', KEYS[1], '*', 'part', part) end
redis.call('DEL', KEYS[2], KEYS[3])
return 1
";

/// Keeps leases alive, those that are still this worker's.
pub(super) const HEARTBEAT: &str = r"
for at = 3, #ARGV do
    local held = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[at], ARGV[at], 1, ARGV[2])
    if #held > 0 then redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[at], 'JUSTID') end
end
return 1
";
