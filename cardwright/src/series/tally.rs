//! The tally of a series: the results of its games together. It needs the same room for ten games and for a
//! billion.

use super::cards::Uses;
use super::lengths::{Lengths, Minutes};
use super::rates::Sums;
use super::report::{Agent, DEFAULT_PACE, Difference, Ends, Fault, First, Player, Report};
use super::{AgentKind, Header, Played};
use std::collections::BTreeMap;

/// The most games that went wrong and are listed for programs.
const MOST_FAULTS: usize = 1_000;

/// The sum of games, counted in the order of their numbers.
#[derive(Debug)]
pub struct Tally<'a> {
    header: &'a Header,
    games: u64,
    /// The first and the last seed.
    seeds: Option<(u64, u64)>,
    /// Of each outcome that there can be: whether a game ended with it.
    outcomes: BTreeMap<String, Sums>,
    /// Of each seat: games won, and how far ahead of the others.
    seats: Vec<(Sums, Sums)>,
    /// The same of whoever decides first.
    first: (Sums, Sums),
    /// How many games each seat decided first.
    firsts: Vec<u64>,
    /// For each sort of agent the games with it: won or not.
    agents: Vec<(AgentKind, Sums)>,
    /// For each two sorts of agents the games with both: won by the one, less won by the other.
    pairs: Vec<(usize, usize, Sums)>,
    rounds: Lengths,
    decisions: Lengths,
    /// By how much the winner's score is above all others.
    margin: Lengths,
    cards: Uses,
    faults: Vec<Fault>,
    faulty: u64,
}

impl<'a> Tally<'a> {
    /// No games yet.
    #[must_use]
    pub fn new(header: &'a Header) -> Self {
        let lineup = &header.series.lineup;
        let mut agents: Vec<(AgentKind, Sums)> = Vec::new();
        for &kind in &lineup.kinds {
            if agents.iter().all(|(known, _)| *known != kind) {
                agents.push((kind, Sums::default()));
            }
        }
        let places = 0..agents.len();
        let pairs = places
            .clone()
            .flat_map(|one| (one + 1..places.end).map(move |other| (one, other, Sums::default())));
        Self {
            header,
            games: 0,
            seeds: None,
            outcomes: header
                .outcomes
                .keys()
                .map(|id| (id.clone(), Sums::default()))
                .collect(),
            seats: vec![Default::default(); header.players.len()],
            first: Default::default(),
            firsts: vec![0; header.players.len()],
            pairs: pairs.collect(),
            agents,
            rounds: Lengths::default(),
            decisions: Lengths::default(),
            margin: Lengths::default(),
            cards: Uses::new(header.items.len()),
            faults: Vec::new(),
            faulty: 0,
        }
    }

    /// Whether each seat won a game.
    pub(super) fn won(&self, game: &Played) -> Vec<bool> {
        let players = self.header.players.iter();
        players.map(|player| game.winners.contains(player)).collect()
    }

    /// Counts a game.
    pub fn count(&mut self, game: Played) {
        let (first, _) = self.seeds.unwrap_or((game.seed, game.seed));
        self.seeds = Some((first, game.seed));
        self.games += 1;
        self.rounds.count(game.seed, game.rounds);
        let decisions = i64::try_from(game.decisions).unwrap_or(i64::MAX);
        self.decisions.count(game.seed, decisions);
        let won = self.won(&game);
        self.count_seats(&game, &won);
        self.count_agents(&game, &won);
        self.count_margin(&game, &won);
        self.cards.count(game.seed, &game.cards, &won);
        for (outcome, ended) in &mut self.outcomes {
            ended.count(game.seed, i64::from(*outcome == game.outcome));
        }
        if let Some(what) = game.fault {
            self.faulty += 1;
            if self.faults.len() < MOST_FAULTS {
                self.faults.push(Fault {
                    seed: game.seed,
                    what,
                });
            }
        }
    }

    fn count_seats(&mut self, game: &Played, won: &[bool]) {
        let winners = i64::try_from(won.iter().filter(|&&won| won).count()).unwrap_or(i64::MAX);
        let others = others(won.len());
        // By how much a seat is ahead of the mean of all others, times their number.
        let lead = |won: bool| i64::from(won) * others - (winners - i64::from(won));
        for ((wins, ahead), &won) in self.seats.iter_mut().zip(won) {
            wins.count(game.seed, i64::from(won));
            ahead.count(game.seed, lead(won));
        }
        let first = game.first.as_ref();
        let seat = first.and_then(|first| self.header.players.iter().position(|player| player == first));
        if let Some((seat, &won)) = seat.and_then(|seat| Some((seat, won.get(seat)?))) {
            self.firsts[seat] += 1;
            self.first.0.count(game.seed, i64::from(won));
            self.first.1.count(game.seed, lead(won));
        }
    }

    fn count_agents(&mut self, game: &Played, won: &[bool]) {
        let lineup = &self.header.series.lineup;
        let mut results = Vec::new();
        for (kind, wins) in &mut self.agents {
            let mut own = (0..won.len())
                .filter(|&seat| lineup.at(seat, game.game) == *kind)
                .peekable();
            let result = own.peek().is_some().then(|| own.any(|seat| won[seat]));
            if let Some(won) = result {
                wins.count(game.seed, i64::from(won));
            }
            results.push(result);
        }
        for (one, other, sums) in &mut self.pairs {
            if let (Some(one), Some(other)) = (results[*one], results[*other]) {
                sums.count(game.seed, i64::from(one) - i64::from(other));
            }
        }
    }

    fn count_margin(&mut self, game: &Played, won: &[bool]) {
        let (mut winner, mut others) = (None, None);
        for (&score, &won) in game.scores.iter().zip(won) {
            match won {
                true if winner.is_some() => return,
                true => winner = Some(score),
                false => others = others.max(Some(score)),
            }
        }
        if let (Some(winner), Some(others)) = (winner, others) {
            self.margin.count(game.seed, winner.saturating_sub(others));
        }
    }

    /// Half of the widest interval of a player's share.
    #[must_use]
    pub fn widest(&self) -> f64 {
        let halves = self.seats.iter().map(|(wins, _)| wins.share().half());
        halves.fold(0.0, f64::max)
    }

    /// The outcomes that occurred, from the most frequent one.
    fn outcomes(&self) -> Vec<Ends> {
        let ends = |(outcome, ended): (&String, &Sums)| {
            let games = ended.whole().1.unsigned_abs();
            (games > 0).then(|| Ends {
                title: self.header.outcomes.get(outcome).cloned().unwrap_or_default(),
                outcome: outcome.clone(),
                games,
                share: ended.share(),
            })
        };
        let mut outcomes: Vec<Ends> = self.outcomes.iter().filter_map(ends).collect();
        outcomes.sort_by_key(|ends| std::cmp::Reverse(ends.games));
        outcomes
    }

    /// The report of the games so far.
    #[must_use]
    pub fn report(self) -> Report {
        let header = self.header;
        let others = others(header.players.len());
        let player = |(id, (wins, lead)): (&String, &(Sums, Sums))| Player {
            player: id.clone(),
            wins: wins.whole().1.unsigned_abs(),
            share: wins.share(),
            lead: lead.difference(others),
            difference: None,
        };
        let agent = |(kind, wins): &(AgentKind, Sums)| Agent {
            agent: kind.name().to_owned(),
            games: wins.whole().0,
            wins: wins.whole().1.unsigned_abs(),
            share: wins.share(),
        };
        let name = |place: usize| self.agents[place].0.name().to_owned();
        let difference = |(one, other, sums): &(usize, usize, Sums)| {
            Some(Difference {
                agent: name(*one),
                against: name(*other),
                by: sums.difference(1)?,
            })
        };
        let (first_games, first_wins) = self.first.0.whole();
        let always = self.firsts.iter().position(|&games| games == first_games);
        let first = (first_games > 0).then(|| First {
            always: always.and_then(|seat| header.players.get(seat).cloned()),
            games: first_games,
            wins: first_wins.unsigned_abs(),
            share: self.first.0.share(),
            lead: self.first.1.difference(others),
        });
        let (seed, last) = self.seeds.unwrap_or((header.series.seed, header.series.seed));
        let decisions = self.decisions.spread();
        let wins = |(id, (wins, _)): (&String, &(Sums, Sums))| (id.clone(), wins.whole().1.unsigned_abs());
        Report {
            scenario: header.scenario.clone(),
            planned: header.series.games,
            games: self.games,
            seed,
            last_seed: last,
            outcomes: self.outcomes(),
            wins: header.players.iter().zip(&self.seats).map(wins).collect(),
            players: header.players.iter().zip(&self.seats).map(player).collect(),
            first,
            agents: self.agents.iter().map(agent).collect(),
            differences: self.pairs.iter().filter_map(difference).collect(),
            think: header.think(),
            repeatable: header.series.lineup.is_repeatable(),
            rounds: self.rounds.spread(),
            minutes: Minutes::of(&decisions, DEFAULT_PACE),
            decisions,
            margin: (self.margin.games() > 0).then(|| self.margin.spread()),
            cards: header.series.cards.then(|| self.cards.report(&header.items)),
            until: None,
            versions: Vec::new(),
            faulty: self.faulty,
            faults: self.faults,
        }
    }
}

/// How many others there are for each of so many players.
fn others(players: usize) -> i64 {
    i64::try_from(players.saturating_sub(1)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::{Series, Shard};

    fn played(game: u64) -> Played {
        Played {
            game,
            seed: game,
            outcome: "late".to_owned(),
            winners: Vec::new(),
            rounds: 1,
            decisions: 1,
            hash: String::new(),
            fault: Some("it broke".to_owned()),
            first: None,
            scores: Vec::new(),
            cards: Vec::new(),
        }
    }

    // Limit: MOST_FAULTS in cardwright/src/series/tally.rs
    #[test]
    fn all_games_that_went_wrong_are_counted_and_the_first_ones_listed() {
        let series = Series::new(2_000, 0, &[AgentKind::Random]);
        let header = Header::for_tests(series, Shard::WHOLE);
        for games in [MOST_FAULTS as u64, MOST_FAULTS as u64 + 1] {
            let mut tally = Tally::new(&header);
            (0..games).for_each(|game| tally.count(played(game)));
            let report = tally.report();
            assert_eq!((report.faulty, report.faults.len()), (games, MOST_FAULTS));
            assert!(!report.is_fine());
        }
    }
}
