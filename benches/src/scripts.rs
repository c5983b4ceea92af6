//! The measured programs, in every language. All of a group do the same and give the same result.

/// How often the loop turns.
pub const TURNS: i64 = 100_000;

/// The loop's result.
#[must_use]
pub fn loop_result() -> i64 {
    (1..=TURNS).map(|n| if n % 3 == 0 { n } else { -1 }).sum()
}

/// The loop as statements of a case; the sample system has the loop itself, and gives its result as tokens.
pub const LOOP_STATEMENTS: &str = "run counting(one)";

/// The loop in Lua.
pub const LOOP_LUA: &str = "\
return function(turns)
  local n, sum = 0, 0
  for _ = 1, turns do
    n = n + 1
    if n - n // 3 * 3 == 0 then sum = sum + n else sum = sum - 1 end
  end
  return sum
end";

/// The loop in rhai.
pub const LOOP_RHAI: &str = "\
fn measured(turns) {
  let n = 0;
  let sum = 0;
  for i in 0..turns {
    n += 1;
    if n - n / 3 * 3 == 0 { sum += n; } else { sum -= 1; }
  }
  sum
}";

/// The loop in WebAssembly.
pub const LOOP_WAT: &str = "\
(module (func (export \"measured\") (param $turns i64) (result i64)
  (local $n i64) (local $sum i64)
  (block $done (loop $next
    (br_if $done (i64.ge_s (local.get $n) (local.get $turns)))
    (local.set $n (i64.add (local.get $n) (i64.const 1)))
    (if (i64.eqz (i64.sub (local.get $n) (i64.mul (i64.div_s (local.get $n) (i64.const 3)) (i64.const 3))))
      (then (local.set $sum (i64.add (local.get $sum) (local.get $n))))
      (else (local.set $sum (i64.sub (local.get $sum) (i64.const 1)))))
    (br $next)))
  (local.get $sum)))";

/// The ability alone, in Lua: its condition, then its cost and effect.
pub const ABILITY_LUA: &str = "\
local EYE, HIT = 1, 2
local function usable(attacker)
  return tokens(attacker) > 0 and faces(EYE) > 0
end
local function use(attacker)
  take(attacker, 1)
  convert(EYE, HIT, dice_in())
end
return function(attacker)
  if usable(attacker) then use(attacker) end
end";

/// The ability alone, in rhai.
pub const ABILITY_RHAI: &str = "\
fn usable(attacker) { tokens(attacker) > 0 && faces(1) > 0 }
fn spend(attacker) {
  take(attacker, 1);
  convert(1, 2, dice_in());
}
fn measured(attacker) {
  if usable(attacker) { spend(attacker); }
}";

/// Attacks with all their windows, in Lua: a table of abilities by window, and a loop that asks again after each use.
pub const SKIRMISH_LUA: &str = "\
local EYE, HIT = 1, 2
local abilities = {}
local function at(window, ability)
  abilities[window] = abilities[window] or {}
  table.insert(abilities[window], ability)
end
at('at skirmish.modify', {
  usable = function(run) return tokens(run.attacker) > 0 and faces(EYE) > 0 end,
  use = function(run)
    take(run.attacker, 1)
    convert(EYE, HIT, dice_in())
  end,
})
local function open(window, run)
  local here = abilities[window]
  if not here then return end
  local done = {}
  local again = true
  while again do
    again = false
    for _, ability in ipairs(here) do
      if not done[ability] and not run.used[ability] and ability.usable(run) then
        done[ability], run.used[ability] = true, true
        ability.use(run)
        again = true
        break
      end
    end
  end
end
local function skirmish(attacker)
  local run = { attacker = attacker, used = {} }
  open('before skirmish', run)
  open('before skirmish.roll', run)
  open('at skirmish.roll', run)
  roll(5)
  open('after skirmish.roll', run)
  open('before skirmish.modify', run)
  open('at skirmish.modify', run)
  open('after skirmish.modify', run)
  open('after skirmish', run)
end
return function(attacks)
  for _ = 1, attacks do
    give(4, 1)
    skirmish(4)
  end
end";

/// The skirmish in rhai.
pub const SKIRMISH_RHAI: &str = "\
fn usable(ability, attacker) {
  if ability == 1 { tokens(attacker) > 0 && faces(1) > 0 } else { false }
}
fn spend(ability, attacker) {
  if ability == 1 {
    take(attacker, 1);
    convert(1, 2, dice_in());
  }
}
fn window(abilities, name, attacker, used) {
  let here = abilities[name];
  if here == () { return used; }
  let done = [];
  let again = true;
  while again {
    again = false;
    for ability in here {
      if !done.contains(ability) && !used.contains(ability) && usable(ability, attacker) {
        done.push(ability);
        used.push(ability);
        spend(ability, attacker);
        again = true;
        break;
      }
    }
  }
  used
}
fn skirmish(abilities, attacker) {
  let used = [];
  used = window(abilities, \"before skirmish\", attacker, used);
  used = window(abilities, \"before skirmish.roll\", attacker, used);
  used = window(abilities, \"at skirmish.roll\", attacker, used);
  roll(5);
  used = window(abilities, \"after skirmish.roll\", attacker, used);
  used = window(abilities, \"before skirmish.modify\", attacker, used);
  used = window(abilities, \"at skirmish.modify\", attacker, used);
  used = window(abilities, \"after skirmish.modify\", attacker, used);
  window(abilities, \"after skirmish\", attacker, used);
}
fn measured(attacks) {
  let abilities = #{};
  abilities[\"at skirmish.modify\"] = [1];
  for i in 0..attacks {
    give(4, 1);
    skirmish(abilities, 4);
  }
}";
