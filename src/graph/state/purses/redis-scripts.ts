/** The set of owners that have had a purse of a place, and the channel on which processes hear whose have changed. */
export const owners = 'kith:purse-owners';

/**
 * What the store does in Redis, each atomically. All keys of one API key begin with `kith:purse:{owner}:`, which is ARGV[1],
 * so that a cluster has them together:
 *
 * - `open` (hash): the open purse of each place, `key` or a child team's id; and `closed:<place>` once one was closed there, which
 *   tells a place without a purse from one whose purse is lost
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
local function announce() redis.call('PUBLISH', '${owners}', string.match(prefix, '{(.*)}')) end
`;

/**
 * KEYS: open, all, the purse. ARGV: prefix, place or '', id, now, until when it is listed; until when those are listed that
 * ended long enough ago, and how many of them may stay; then fields and values of its hash. It takes the place of one whose hash
 * is lost. Answers 1, or 0 where the place is taken, and the ids of the purses that are gone.
 */
export const createScript = `${functions}
local answer = redis.call('ZRANGE', KEYS[2], '-inf', ARGV[4], 'BYSCORE', 'LIMIT', 0, 1000)
for _, id in ipairs(answer) do redis.call('ZREM', KEYS[2], id) end
table.insert(answer, 1, 0)
if ARGV[2] ~= '' then
  local open = redis.call('HGET', KEYS[1], ARGV[2])
  if open and open ~= ARGV[3] and redis.call('HEXISTS', prefix .. open, 'label') == 1 then return answer end
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
end
local ended = redis.call('ZCOUNT', KEYS[2], '-inf', '(' .. ARGV[6]) - tonumber(ARGV[7])
for _, id in ipairs(ended > 0 and redis.call('ZRANGE', KEYS[2], 0, math.min(ended, 1000) - 1) or {}) do
  redis.call('DEL', prefix .. id, prefix .. id .. ':entries')
  redis.call('ZREM', KEYS[2], id)
  answer[#answer + 1] = id
end
redis.call('HSET', KEYS[3], unpack(ARGV, 8))
redis.call('ZADD', KEYS[2], ARGV[5], ARGV[3])
if ARGV[5] ~= '+inf' then redis.call('PEXPIREAT', KEYS[3], ARGV[5]) end
if ARGV[2] ~= '' then announce() end
changed()
answer[1] = 1
return answer`;

/**
 * KEYS: open, reservations. ARGV: prefix, holder, now, hour, period starts as JSON, the latest form that is known, the open purse
 * of the key that the process has seen or '', how many settlements; of each its reservation, spent, uncertain; of each draw its
 * id, credits, unit, cause, the session's purse or '', the child team or '', the team's open purse that the process has seen or
 * ''. Answers each draw: the credits granted, then place or '', id, label and credits left of each purse; -1 where the session's
 * is closed, -2 and its label where one is of a later form, -3 and its place where one is lost.
 */
export const bookScript = `${functions}
local holder, at, hour, format = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[6])
local purses, booked = {}, false

local function settle(id, spent, uncertain)
  local text = redis.call('HGET', KEYS[2], id)
  if not text then return end
  local held = cjson.decode(text)
  if held.state == 'settled' then return end
  booked = true
  local credits, lost = tonumber(held.credits), held.state == 'lost'
  for _, draw in ipairs(held.draws) do
    local purse, start = draw[1], draw[2]
    add(purse, start .. (lost and ':uncertain' or ':held'), -credits)
    add(purse, start .. ':spent', spent)
    add(purse, start .. ':uncertain', uncertain)
    book(purse, held, spent, lost and uncertain - credits or uncertain, lost and 0 or 1)
  end
  if uncertain > 0 then
    held.state, held.credits = 'settled', whole(uncertain)
    redis.call('HSET', KEYS[2], id, cjson.encode(held))
  else
    redis.call('HDEL', KEYS[2], id)
  end
end

local starts
local function purse_of(id)
  local purse = purses[id]
  if purse then return purse end
  local label, total, period, closed, made =
    unpack(redis.call('HMGET', prefix .. id, 'label', 'total', 'period', 'closedAt', 'format'))
  purse = {label = label, missing = not label, closed = closed}
  starts = starts or cjson.decode(ARGV[5])
  if label and not closed then
    purse.start, purse.later = starts[period], tonumber(made or 1) > format or not starts[period]
  end
  if purse.start then
    purse.left = tonumber(total)
    local start = purse.start
    for _, part in ipairs(redis.call('HMGET', prefix .. id, start .. ':spent', start .. ':held', start .. ':uncertain')) do
      purse.left = purse.left - tonumber(part or 0)
    end
  end
  purses[id] = purse
  return purse
end

-- The open purse of a place, whose hash may be lost. Where there is none, the one that the process has seen still is open, unless
-- it was closed: by 1.0.0-rc.1, only its hash says so.
local function open_purse(place, seen)
  local id = redis.call('HGET', KEYS[1], place)
  if id or seen == '' or redis.call('HEXISTS', KEYS[1], 'closed:' .. place) == 1 then return id end
  local purse = purse_of(seen)
  if purse.closed then return nil end
  if not purse.missing then redis.call('HSET', KEYS[1], place, seen) end
  return seen
end

local function reserve(id, credits, unit, cause, session, team, seen_of_team)
  local bounds = {}
  if session ~= '' then bounds[1] = {'', session} end
  for _, at in ipairs({{team, seen_of_team}, {'key', ARGV[7]}}) do
    local place = at[1]
    local open = place ~= '' and open_purse(place, at[2])
    if open and purse_of(open).missing then return {'-3', place} end
    if open then bounds[#bounds + 1] = {place, open} end
  end
  local answer, draws = {'0'}, {}
  for index, bound in ipairs(bounds) do
    local place, one = bound[1], bound[2]
    local purse = purse_of(one)
    if purse.missing or purse.closed then return {'-1'} end
    if purse.later then return {'-2', purse.label} end
    local left = math.max(0, purse.left)
    credits = math.min(credits, math.floor(left / unit) * unit)
    draws[index] = {one, purse.start}
    for _, part in ipairs({place, one, purse.label, whole(left)}) do answer[#answer + 1] = part end
  end
  local known = redis.call('HGET', KEYS[2], id)
  if known then
    credits = tonumber(cjson.decode(known).credits)
  elseif #bounds > 0 and credits > 0 then
    booked = true
    for _, draw in ipairs(draws) do
      add(draw[1], draw[2] .. ':held', credits)
      purses[draw[1]].left = purses[draw[1]].left - credits
    end
    redis.call('HSET', KEYS[2], id, cjson.encode({
      holder = holder, credits = whole(credits), cause = cause, at = at, hour = hour, draws = draws, state = 'held'
    }))
  end
  answer[1] = whole(credits)
  return answer
end

local position = 9
for _ = 1, tonumber(ARGV[8]) do
  settle(ARGV[position], tonumber(ARGV[position + 1]), tonumber(ARGV[position + 2]))
  position = position + 3
end
local answers = {}
while position <= #ARGV do
  answers[#answers + 1] =
    reserve(ARGV[position], tonumber(ARGV[position + 1]), tonumber(ARGV[position + 2]), unpack(ARGV, position + 3, position + 6))
  position = position + 7
end
if booked then changed() end
return answers`;

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
if place and place ~= '' then
  -- Where \`open\` was lost, another purse may have the place now.
  if redis.call('HGET', KEYS[1], place) == ARGV[2] then
    redis.call('HDEL', KEYS[1], place)
    redis.call('HSET', KEYS[1], 'closed:' .. place, '')
  end
  announce()
end
changed()
return 1`;

/** KEYS: the purse. ARGV: prefix, its label, and the one that takes its place. Answers 0 where it has another by now. */
export const relabelScript = `${functions}
if redis.call('HGET', KEYS[1], 'label') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'label', ARGV[3])
changed()
return 1`;
