/**
 * What the store does in Redis, each atomically. All keys of one API key begin with `kith:purse:{owner}:`, which is ARGV[1],
 * so that a cluster has them together:
 *
 * - `open` (hash): the open purse of each place, `key` or a child team's id
 * - `all` (sorted set): ids of purses, by the time until which they are listed
 * - `reservations` (hash): by id, as JSON
 * - a purse's id (hash): what it is, and its balances `<period start>:spent`
 * - a purse's id and `:entries` (hash): `<hour>:<cause>:spent`
 *
 * Numbers are formatted by hand: Lua would print a large one with an exponent.
 */
const functions = `
local prefix = ARGV[1]
local function whole(number) return string.format('%.0f', number) end
local function add(purse, field, number)
  if number ~= 0 then redis.call('HINCRBY', prefix .. purse, field, whole(number)) end
end
local function book(purse, held, spent, uncertain, payments)
  local entry = held.hour .. ':' .. held.cause .. ':'
  add(purse .. ':entries', entry .. 'spent', spent)
  add(purse .. ':entries', entry .. 'uncertain', uncertain)
  add(purse .. ':entries', entry .. 'payments', payments)
  local left = redis.call('PTTL', prefix .. purse)
  if left > 0 then redis.call('PEXPIRE', prefix .. purse .. ':entries', left) end
end
local function changed() redis.call('PUBLISH', prefix .. 'changed', '') end
`;

/** KEYS: open, all, the purse. ARGV: prefix, place or '', id, now, until when it is listed, then fields and values of its hash. */
export const createScript = `${functions}
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[4])
if ARGV[2] ~= '' and redis.call('HSETNX', KEYS[1], ARGV[2], ARGV[3]) == 0
  and redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[3], unpack(ARGV, 6))
redis.call('ZADD', KEYS[2], ARGV[5], ARGV[3])
if ARGV[5] ~= '+inf' then redis.call('PEXPIREAT', KEYS[3], ARGV[5]) end
changed()
return 1`;

/**
 * KEYS: open, reservations. ARGV: prefix, reservation, holder, credits, unit, cause, now, hour, period starts as JSON, the
 * session's purse or '', the child team or '', the latest form that is known. Answers the credits granted, then id, label and
 * credits left of each purse; -1 where one is closed, -2 and its label where it is of a later form.
 */
export const reserveScript = `${functions}
local credits, unit, starts = tonumber(ARGV[4]), tonumber(ARGV[5]), cjson.decode(ARGV[9])
local ids = {}
if ARGV[10] ~= '' then ids[1] = ARGV[10] end
if ARGV[11] ~= '' then ids[#ids + 1] = redis.call('HGET', KEYS[1], ARGV[11]) or nil end
ids[#ids + 1] = redis.call('HGET', KEYS[1], 'key') or nil
local answer, draws = {0}, {}
for index, id in ipairs(ids) do
  local label, total, period, closed, format =
    unpack(redis.call('HMGET', prefix .. id, 'label', 'total', 'period', 'closedAt', 'format'))
  if not label or closed then return {-1} end
  if tonumber(format or 1) > tonumber(ARGV[12]) or not starts[period] then return {-2, label} end
  local start = starts[period]
  local left = tonumber(total)
  for _, part in ipairs(redis.call('HMGET', prefix .. id, start .. ':spent', start .. ':held', start .. ':uncertain')) do
    left = left - tonumber(part or 0)
  end
  left = math.max(0, left)
  credits = math.min(credits, math.floor(left / unit) * unit)
  draws[index] = {id, start}
  answer[#answer + 1] = id
  answer[#answer + 1] = label
  answer[#answer + 1] = whole(left)
end
local known = redis.call('HGET', KEYS[2], ARGV[2])
if known then
  credits = tonumber(cjson.decode(known).credits)
elseif #ids > 0 and credits > 0 then
  for _, draw in ipairs(draws) do add(draw[1], draw[2] .. ':held', credits) end
  redis.call('HSET', KEYS[2], ARGV[2], cjson.encode({
    holder = ARGV[3], credits = whole(credits), cause = ARGV[6], at = ARGV[7], hour = ARGV[8], draws = draws, state = 'held'
  }))
  changed()
end
answer[1] = whole(credits)
return answer`;

/** KEYS: reservations. ARGV: prefix, reservation, spent, uncertain. */
export const settleScript = `${functions}
local text = redis.call('HGET', KEYS[1], ARGV[2])
if not text then return 0 end
local held = cjson.decode(text)
if held.state == 'settled' then return 0 end
local credits, spent, uncertain = tonumber(held.credits), tonumber(ARGV[3]), tonumber(ARGV[4])
local lost = held.state == 'lost'
for _, draw in ipairs(held.draws) do
  local purse, start = draw[1], draw[2]
  add(purse, start .. (lost and ':uncertain' or ':held'), -credits)
  add(purse, start .. ':spent', spent)
  add(purse, start .. ':uncertain', uncertain)
  book(purse, held, spent, lost and uncertain - credits or uncertain, lost and 0 or 1)
end
if uncertain > 0 then
  held.state, held.credits = 'settled', ARGV[4]
  redis.call('HSET', KEYS[1], ARGV[2], cjson.encode(held))
else
  redis.call('HDEL', KEYS[1], ARGV[2])
end
changed()
return 1`;

/**
 * KEYS: reservations. ARGV: prefix, the time before which what is uncertain is no longer listed, then holders that died. Their
 * reservations become uncertain.
 */
export const loseScript = `${functions}
local dead = {}
for index = 3, #ARGV do dead[ARGV[index]] = true end
local all, lost = redis.call('HGETALL', KEYS[1]), 0
for index = 1, #all, 2 do
  local held = cjson.decode(all[index + 1])
  if held.state ~= 'held' and tonumber(held.at) < tonumber(ARGV[2]) then
    redis.call('HDEL', KEYS[1], all[index])
  elseif held.state == 'held' and dead[held.holder] then
    local credits = tonumber(held.credits)
    for _, draw in ipairs(held.draws) do
      add(draw[1], draw[2] .. ':held', -credits)
      add(draw[1], draw[2] .. ':uncertain', credits)
      book(draw[1], held, 0, credits, 1)
    end
    held.state = 'lost'
    redis.call('HSET', KEYS[1], all[index], cjson.encode(held))
    lost = lost + 1
  end
end
if lost > 0 then changed() end
return lost`;

/** KEYS: open, all, the purse. ARGV: prefix, id, now, until when it is listed. */
export const closeScript = `${functions}
local closed = redis.call('HMGET', KEYS[3], 'label', 'closedAt')
if not closed[1] or closed[2] then return 0 end
redis.call('HSET', KEYS[3], 'closedAt', ARGV[3])
redis.call('PEXPIREAT', KEYS[3], ARGV[4])
redis.call('PEXPIREAT', KEYS[3] .. ':entries', ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[2])
local place = redis.call('HGET', KEYS[3], 'place')
if place and place ~= '' then redis.call('HDEL', KEYS[1], place) end
changed()
return 1`;
