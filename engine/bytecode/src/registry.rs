//! The core calls: every question and every effect that content may ask of the rules core by name.
//!
//! One table gives the name, the signature, purity, price and documentation of each. The compiler
//! resolves names with it, the verifier checks calls with it, the core implements it, the reference
//! is printed from it. A new row needs a sentence saying why it is not a parameter of an old one,
//! and a price: `benches/benches/fuel.rs` measures every call at the worst state that it knows.

use crate::board::{OF_BOARD, Shape};
use crate::ty::{Base, Ty};

/// The most parameters a core call takes.
pub const MAX_PARAMS: usize = 8;

/// One core call.
#[derive(Clone, Copy, Debug)]
pub struct CoreCall {
    /// The call.
    pub call: Core,
    /// Its name in the language.
    pub name: &'static str,
    /// Names and types of its parameters.
    pub params: &'static [(&'static str, Ty)],
    /// The type of its result.
    pub result: Ty,
    /// Whether it leaves the state alone, so that conditions may use it.
    pub pure: bool,
    /// The cost besides its instruction, in fuel: a unit stands for at most 100 ns of work. Costs that grow
    /// with the state (dice, members of a set, entities) are not in it: the core charges those.
    pub price: u64,
    /// The boards that have it.
    pub boards: Boards,
    /// The meaning, as a sentence for the reference.
    pub doc: &'static str,
}

/// The boards on which a core call makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Every board, and what has nothing to do with one.
    Any,
    /// The flat table.
    Plane,
    /// Every board of spaces.
    Spaces,
    /// Hexes.
    Hexes,
    /// Squares.
    Squares,
}

impl Boards {
    /// Whether a board of this shape is one of them.
    #[must_use]
    pub const fn has(self, shape: Shape) -> bool {
        match self {
            Self::Any => true,
            Self::Plane => matches!(shape, Shape::Plane),
            Self::Spaces => !matches!(shape, Shape::Plane),
            Self::Hexes => matches!(shape, Shape::Hexes),
            Self::Squares => matches!(shape, Shape::Squares),
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any board",
            Self::Plane => "the flat table",
            Self::Spaces => "boards of spaces",
            Self::Hexes => "boards of hexes",
            Self::Squares => "boards of squares",
        }
    }
}

/// Something that every system has, and that rules may change: declared nowhere, named like what content declares.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name in the language.
    pub name: &'static str,
    /// The name and type of its parameter.
    pub param: (&'static str, Ty),
    /// The type of a value; yes or no for a permission.
    pub result: Ty,
    /// The meaning, as a sentence for the reference.
    pub doc: &'static str,
}

/// The value that says who decides for an entity.
pub const CONTROLLER: BuiltIn = BuiltIn {
    name: "controller",
    param: ("controlled", Ty::THING),
    result: Ty::PLAYER,
    doc: "who decides for an entity: its owner, unless a rule replaces it; for a card, who decides for what it is a part of",
};

/// The permission without which the rules of an entity do not apply.
pub const USE_ABILITIES: BuiltIn = BuiltIn {
    name: "use-abilities",
    param: ("silenced", Ty::THING),
    result: Ty::BOOL,
    doc: "whether the rules of a piece or card apply; `silence` forbids it",
};

macro_rules! core_calls {
    ($($boards:ident { $($call:ident $name:literal ($($param:ident: $ty:expr),*) -> $result:expr, $purity:ident $price:literal, $doc:literal;)* })*) => {
        /// A core call; its number is its place in the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub enum Core {
            $($(#[doc = $doc] $call,)*)*
        }

        /// Every core call, in order.
        pub const CORE_CALLS: &[CoreCall] = &[
            $($(CoreCall {
                call: Core::$call,
                name: $name,
                params: &[$((stringify!($param), $ty)),*],
                result: $result,
                pure: core_calls!(@ $purity),
                price: $price,
                boards: Boards::$boards,
                doc: $doc,
            },)*)*
        ];
    };
    (@ pure) => { true };
    (@ effect) => { false };
}

const N: Ty = Ty::NUMBER;
/// A length; on a board of spaces a number of spaces.
const L: Ty = Ty::LENGTH;
const A: Ty = Ty::ANGLE;
/// A number, a length or an angle: the same throughout one call.
const Q: Ty = Ty::one(Base::Quantity);
const B: Ty = Ty::BOOL;
const THING: Ty = Ty::THING;
const THINGS: Ty = Ty::set(Base::Thing);
const POSE: Ty = Ty::POSE;
const POSES: Ty = Ty::set(Base::Pose);
const SPACE: Ty = Ty::SPACE;
const SPACES: Ty = Ty::set(Base::Space);
const TERRAIN: Ty = Ty::one(Base::Row(OF_BOARD));
const TERRAINS: Ty = Ty::set(Base::Row(OF_BOARD));
const ZONE: Ty = Ty::one(Base::Word(OF_BOARD));
const DICE: Ty = Ty::set(Base::Die);

core_calls! {
    Any {
    Owner "owner" (of: THING) -> Ty::PLAYER, pure 0, "the player who owns an entity";
    Bearer "bearer" (of: THING) -> THING, pure 0, "what an entity is a part of: for a card what holds it, and what holds that, as long as both have the same owner or the card has none; any other entity itself";
    Holder "holder" (of: THING) -> THING, pure 0, "the entity that an entity lies on, or nobody";
    InPlay "in-play" (it: THING) -> B, pure 0, "whether an entity has not been removed from the game";
    FaceUp "face-up" (it: THING) -> B, pure 0, "whether an entity lies face up";
    NextPlayer "next-player" (after: Ty::PLAYER) -> Ty::PLAYER, pure 0, "the next player in seat order, to the left, going round";
    HalfUp "half-up" (n: Q) -> Q, pure 0, "half a number, rounded up";
    HalfDown "half-down" (n: Q) -> Q, pure 0, "half a number, rounded down";
    Abs "absolute" (n: Q) -> Q, pure 0, "a number without its sign";
    Random "random" (most: N) -> N, effect 0, "a number from 1 to the given one, each as likely";
    MoveTo "move-to" (it: THING, to: THING) -> Ty::NOTHING, effect 0, "lay an entity on top of what another holds";
    Flip "flip" (it: THING, up: B) -> Ty::NOTHING, effect 0, "turn an entity face up or face down";
    Shuffle "shuffle" (deck: THING) -> Ty::NOTHING, effect 0, "put what an entity holds into random order";
    Remove "remove" (it: THING) -> Ty::NOTHING, effect 0, "take an entity, and what it holds, out of the game";
    ReturnToGame "return-to-game" (it: THING) -> Ty::NOTHING, effect 0, "bring an entity that was removed back into the game, without what it held";
    SetOwner "set-owner" (it: THING, to: Ty::PLAYER) -> Ty::NOTHING, effect 0, "give an entity to another player";
    CountFace "faces" (pool: Ty::POOL, face: Ty::FACE) -> N, pure 0, "how many dice of a pool show a face";
    DiceIn "dice-in" (pool: Ty::POOL) -> N, pure 0, "how many dice a pool has";
    DiceOf "dice-of" (pool: Ty::POOL) -> DICE, pure 0, "the dice of a pool";
    Rerollable "rerollable" (pool: Ty::POOL) -> DICE, pure 0, "the dice of a pool that may still be re-rolled: rolled or added by `add-die`, not re-rolled yet, not locked and not barred by `bar-reroll`";
    FaceOf "face-of" (die: Ty::DIE) -> Ty::FACE, pure 0, "the face that a die shows";
    AddFace "add-face" (pool: Ty::POOL, face: Ty::FACE, n: N) -> Ty::NOTHING, effect 0, "add results to a pool that are no dice: they can only be cancelled";
    Convert "convert" (pool: Ty::POOL, from: Ty::FACE, to: Ty::FACE, most: N) -> N, effect 0, "turn up to so many dice from one face to another, but no results that `add-face` added; gives how many; written `turn N FROM in POOL to TO`";
    Cancel "cancel" (pool: Ty::POOL, face: Ty::FACE, most: N) -> N, effect 0, "take up to so many dice that show a face out of a pool; gives how many";
    Reroll "reroll" (dice: DICE) -> Ty::NOTHING, effect 0, "roll these dice again, each at most once in its pool's life";
    Turn "turn" (die: Ty::DIE, face: Ty::FACE) -> Ty::NOTHING, effect 0, "turn one die to a face, unless `add-face` added it";
    PoseOf "pose-of" (it: THING) -> POSE, pure 0, "how a piece stands on the board: where and facing whither on the flat table, on which spaces elsewhere";
    Place "place" (it: THING, at: POSE) -> Ty::NOTHING, effect 0, "put a piece on the board";
    Distance "distance" (from: THING, to: THING) -> L, pure 32, "from the closest part of one base to the closest part of another; a length on the flat table, on boards of spaces a number, counted along spaces; 1000000 (1000 inches) if there is no way";
    Remainder "remainder" (a: Q, b: Q) -> Q, pure 0, "what is left of a number divided by another, rounded down; 0 when dividing by 0";
    Lift "lift" (it: THING) -> Ty::NOTHING, effect 0, "take a piece off the board; it stays in the game, and with what holds it";
    SameCard "same-card" (a: THING, b: THING) -> B, pure 0, "whether two entities are copies of one printed card or piece";
    Namesakes "namesakes" (a: THING, b: THING) -> B, pure 0, "whether two entities have one printed name, whatever card or piece each of them is";
    Lock "lock" (dice: DICE) -> Ty::NOTHING, effect 0, "let these results be: nothing re-rolls, turns, converts or cancels them from now on";
    AddTurnable "add-turnable" (pool: Ty::POOL, face: Ty::FACE, n: N) -> Ty::NOTHING, effect 0, "add results to a pool that may be turned like dice, but not re-rolled: which of the two ways of adding a game has is a rule of the game, and a yes or no at the end of each `add-face` would say nothing to a reader";
    Turnable "turnable" (pool: Ty::POOL) -> DICE, pure 0, "the dice of a pool that may be turned";
    BarReroll "bar-reroll" (dice: DICE) -> Ty::NOTHING, effect 0, "let nothing roll these dice again from now on; they can still be turned, converted and cancelled";
    AddDie "add-die" (pool: Ty::POOL, face: Ty::FACE, n: N) -> Ty::NOTHING, effect 0, "put further dice into a pool that show a face, of the sort that was rolled for it: from now on they are like rolled ones, to be turned, re-rolled once and cancelled; the third way of adding, beside `add-face` and `add-turnable`, since a game may say of each card whether it adds a result or a die";
    }
    Plane {
    PoseAt "pose-at" (x: L, y: L, heading: A) -> POSE, pure 0, "a pose from coordinates and a heading";
    XOf "x-of" (at: POSE) -> L, pure 0, "the coordinate towards the east";
    YOf "y-of" (at: POSE) -> L, pure 0, "the coordinate towards the north";
    HeadingOf "heading-of" (at: POSE) -> A, pure 0, "the heading, clockwise from the north";
    TableWidth "table-width" () -> L, pure 0, "the table's size from west to east";
    TableLength "table-length" () -> L, pure 0, "the table's size from south to north";
    Turned "turned" (at: POSE, by: A) -> POSE, pure 0, "a pose turned clockwise on the spot";
    DistanceToPoint "distance-to-point" (from: THING, point: POSE) -> L, pure 8, "from the closest part of a base to a point";
    InArc "in-arc" (from: THING, centre: A, width: A, to: THING) -> B, pure 16, "whether any part of a base lies in an arc";
    DistanceInArc "distance-in-arc" (from: THING, centre: A, width: A, to: THING) -> L, pure 32, "from the closest part of a base to the closest part of another inside an arc; 1000 inches if it is outside";
    IsBetween "is-between" (it: THING, from: THING, centre: A, width: A, to: THING) -> B, pure 64, "whether the line that measures the distance in an arc crosses a base";
    Touching "touching" (a: THING, b: THING) -> B, pure 16, "whether two bases touch";
    OverlapsAt "overlaps-at" (it: THING, at: POSE, other: THING) -> B, pure 8, "whether a base placed there would overlap another";
    InsideTable "inside-table" (it: THING, at: POSE) -> B, pure 8, "whether a base placed there lies wholly on the table";
    Destination "destination" (it: THING, length: L, turn: A) -> POSE, pure 8, "where a template of this length and turn takes a piece; a negative length goes backwards";
    SlideBack "slide-back" (it: THING, length: L, turn: A, blockers: THINGS, centred: B) -> POSE, pure 128, "the destination, moved back along the template until it overlaps none of these: the template stays between the middles of the front and the rear edge, or, if `centred`, under the middle of the base, which then faces along it";
    SlideOn "slide-on" (it: THING, at: POSE, over: THINGS, stoppers: THINGS, limit: L) -> POSE, pure 32, "straight on from there until past the first set; the given pose itself if a stopper or the limit is in the way";
    Swept "swept" (it: THING, length: L, turn: A, width: L, other: THING) -> B, pure 64, "whether a template of this width, or the base at its end, lies over another base";
    SweptFrom "swept-from" (it: THING, at: POSE, length: L, turn: A, width: L, other: THING) -> B, pure 64, "the same for a move from there: `swept` asks before a move, this one also after it";
    EdgeCrossing "edge-crossing" (it: THING, length: L, turn: A) -> POSE, pure 8, "the point of the table's edge that a move first crosses";
    InArea "in-area" (point: POSE, x: L, y: L, width: L, length: L) -> B, pure 0, "whether a point lies in a rectangle, edges included";
    Behind "behind" (it: THING, gap: L) -> POSE, pure 0, "the point this far behind the middle of a base's rear edge";
    Sidestep "sidestep" (it: THING, side: N, length: L, width: L, shift: L, second: L) -> POSE, pure 8, "where a template laid to the side (-1 left, 1 right) takes a piece, slid along both edges";
    RulerOptions "ruler-options" (it: THING, centre: A, width: A, ruler: L, headings: N, places: N) -> POSES, pure 32, "ways to lay a ruler of this width from a base inside an arc: so many headings from limit to limit, and at each so many places from the leftmost to the rightmost that fits";
    Shifted "shifted" (at: POSE, ahead: L, right: L) -> POSE, pure 0, "a pose moved ahead and to the right, facing as before; less than 0 is back, and to the left";
    TemplateEnd "template-end" (at: POSE, length: L, turn: A) -> POSE, pure 8, "the far end of a template that begins there, facing as it leads; `destination` adds a base to it";
    TemplateCovers "template-covers" (at: POSE, length: L, turn: A, width: L, other: THING) -> B, pure 128, "whether a template that begins there, with the middle of its near end, lies over a base: the template alone, where `swept` adds a base at its end; to lie along an edge is not enough";
    DestinationFrom "destination-from" (it: THING, at: POSE, length: L, turn: A) -> POSE, pure 8, "the destination, if the piece stood there";
    Travelled "travelled" (it: THING, length: L, turn: A, at: POSE, centred: B) -> L, pure 16, "how much of a template lies behind a piece that `slide-back` led to a pose: 0 if it has not left its place wholly, less than 0 on a way backwards";
    SlideBackTogether "slide-back-together" (movers: THINGS, length: L, turn: A, blockers: THINGS) -> POSE, pure 128, "where the first of some pieces ends, if its middle is led along an arc and the others are carried with it as one body, moved back until none of them overlaps any of these; `carried` gives the others";
    Carried "carried" (it: THING, with: THING, to: POSE) -> POSE, pure 0, "where a piece stands that keeps its place to another, if that one stood there";
    DistanceAt "distance-at" (it: THING, at: POSE, to: THING) -> L, pure 32, "the distance, if the first piece stood there";
    FarthestDistance "farthest-distance" (from: THING, to: THING) -> L, pure 32, "from the closest part of a base to the farthest part of another: what is at most 6 inches so is wholly within 6 inches; 0 if the other lies wholly on it";
    WhollyInArc "wholly-in-arc" (from: THING, centre: A, width: A, to: THING) -> B, pure 16, "whether all of a base lies in an arc";
    LineCrosses "line-crosses" (from: POSE, to: POSE, it: THING) -> B, pure 16, "whether the straight line between two points passes through a base; to run along its edge is not enough";
    LinesCross "lines-cross" (from: POSE, to: POSE, start: POSE, end: POSE) -> B, pure 0, "whether the straight line between two points and that between two others have a point in common";
    BaseReach "base-reach" (it: THING, at: POSE, towards: A) -> L, pure 16, "how far a base placed there reaches from its middle in a direction: 0 is north, 90 degrees east";
    RulerTouches "ruler-touches" (at: POSE, length: L, width: L, other: THING) -> B, pure 64, "whether a ruler laid there touches a base";
    DistinctRulers "distinct-rulers" (rulers: POSES, length: L, width: L, others: THINGS) -> POSES, pure 32, "of some ways to lay a ruler, the first one for each set of these bases that it touches";
    }
    Spaces {
    SpaceOf "space-of" (it: THING) -> SPACE, pure 0, "the space that a piece stands on; of several the leading one on hexes, the upper left one on squares; nowhere if it is off the board";
    SpacesOf "spaces-of" (it: THING) -> SPACES, pure 0, "the spaces that a piece stands on, the leading one first";
    SpacesAt "spaces-at" (it: THING, at: POSE) -> SPACES, pure 0, "the spaces that a piece would stand on there";
    Standing "standing" (lead: SPACE, trail: SPACE) -> POSE, pure 0, "how a piece stands on one space (the second is nobody) or, on hexes, on two";
    LeadOf "lead-of" (at: POSE) -> SPACE, pure 0, "the first space of a standing: the leading one on hexes, the upper left one on squares";
    TrailOf "trail-of" (at: POSE) -> SPACE, pure 0, "the second space of a standing: the trailing one of a piece on two hexes";
    Standings "standings" (it: THING, among: SPACES) -> POSES, pure 32, "every way in which a piece can stand wholly on these spaces, on one level, without overlapping a piece of its kind";
    FitsAt "fits-at" (it: THING, at: POSE) -> B, pure 0, "whether all the spaces exist that a piece would stand on there, as many as it needs";
    OverlapsOn "overlaps-on" (it: THING, at: POSE, other: THING) -> B, pure 8, "whether a piece would share a space with another there";
    Spaces "spaces" () -> SPACES, pure 0, "all spaces, by row, column and layer";
    SpacesIn "spaces-in" (zone: ZONE) -> SPACES, pure 0, "the spaces of a zone";
    InZone "in-zone" (it: SPACE, zone: ZONE) -> B, pure 0, "whether a space belongs to a zone";
    Terrain "terrain" (of: SPACE) -> TERRAIN, pure 0, "what a space is like: a row of the record that the board declares";
    Level "level" (of: SPACE) -> N, pure 0, "the level on which a piece stands on a space";
    Ceiling "ceiling" (of: SPACE) -> N, pure 0, "the level at which something lies above a space; 1000000 under the open sky";
    Column "column" (of: SPACE) -> N, pure 0, "which column a space is in, from 1, the leftmost";
    Row "row" (of: SPACE) -> N, pure 0, "which row a space is in, from 1, the uppermost";
    Neighbours "neighbours" (of: SPACE) -> SPACES, pure 0, "the spaces next to a space, at whatever levels";
    Nowhere "nowhere" () -> SPACE, pure 0, "no space: where a piece stands that is off the board";
    Clearance "clearance" (from: SPACE, to: SPACE) -> N, pure 0, "how many levels of air a step between two neighbouring spaces has: from the higher of their levels up to the lower of their ceilings; 1000000 under the open sky";
    AreNeighbours "are-neighbours" (a: SPACE, b: SPACE) -> B, pure 0, "whether two spaces lie next to each other, at whatever levels";
    StepsBetween "steps-between" (from: SPACE, to: SPACE) -> N, pure 8, "how far two spaces are apart, counted along the spaces there are, at whatever levels; 1000000 if no way leads there";
    SpacesWithin "spaces-within" (of: SPACE, most: N) -> SPACES, pure 0, "the spaces at most so far away, the space itself included";
    Adjacent "adjacent" (it: THING, other: THING, below: N, above: N) -> B, pure 8, "whether a space of another piece lies next to one of a piece, at most so many levels lower and so many higher";
    AdjacentAt "adjacent-at" (it: THING, at: POSE, other: THING, below: N, above: N) -> B, pure 8, "the same, if the first piece stood there";
    Reach "reach" (movement: N, it: THING, most: N) -> POSES, pure 32, "where a piece's move can end at no more than this cost, cheapest first; not where it stands";
    Route "route" (movement: N, it: THING, most: N, to: POSE) -> POSES, pure 32, "the cheapest way there, step by step; empty if no move of this cost can end there";
    Steps "steps" (movement: N, it: THING, most: N) -> POSES, pure 32, "the steps after which a move of at most this cost can still end somewhere";
    StepCost "step-cost" (movement: N, it: THING, to: POSE) -> N, pure 8, "what the step from where a piece stands costs; -1 if it is not allowed";
    StepStops "step-stops" (movement: N, it: THING, from: POSE, to: POSE) -> B, pure 8, "whether a move goes no farther after this step";
    PiecesOn "pieces-on" (at: SPACE) -> THINGS, pure 0, "the pieces that stand on a space";
    PiecesAt "pieces-at" (it: THING, at: POSE) -> THINGS, pure 8, "the other pieces on the spaces that a piece would stand on there; to ask each piece of the game instead costs every step of a movement a loop";
    Passed "passed" (it: THING, way: POSES) -> THINGS, pure 8, "the other pieces on the spaces that a piece stands on in any of these poses, such as those of a `route`, each once, in the order in which it comes to them";
    StepsFrom "steps-from" (it: THING, at: POSE) -> POSES, pure 8, "how a piece can stand after one step from there, or after turning about, whoever stands in the way";
    DistanceBetween "distance-between" (from: SPACES, to: SPACES) -> N, pure 0, "from the nearest of some spaces to the nearest of others, counted along spaces; 1000000 if there is no way";
    }
    Squares {
    HasLine "has-line" (from: SPACES, to: SPACES, opaque: TERRAINS) -> B, pure 32, "whether a straight line from anywhere in some spaces to anywhere in others touches no wall and passes through no space of these terrains between them";
    HasLineFrom "has-line-from" (corner: POSE, to: SPACES, opaque: TERRAINS) -> B, pure 32, "the same from a corner; the line may begin on a wall, on the side of the corner's space";
    CornerOf "corner-of" (of: SPACE, corner: N) -> POSE, pure 0, "a corner of a space: 1 upper right, 3 lower right, 5 lower left, 7 upper left; nowhere if a diagonal wall has cut it off";
    CornersOf "corners-of" (spaces: SPACES) -> POSES, pure 8, "the corners of some spaces, each point once";
    BlockedLines "blocked-lines" (corner: POSE, to: SPACES, pieces: THINGS, terrains: TERRAINS) -> N, pure 32, "of the lines from a corner to all corners of some spaces, how many cross a wall or the inside of a space of these terrains or under these pieces; touching one and running along it is clear";
    BlockedLinesByCorner "blocked-lines-by-corner" (from: SPACES, to: SPACES, pieces: THINGS, terrains: TERRAINS) -> N, pure 32, "the same from that corner of the first spaces from which the fewest are blocked";
    BlockedLinesBySpace "blocked-lines-by-space" (from: SPACES, to: SPACES, pieces: THINGS, terrains: TERRAINS) -> N, pure 32, "of the lines from all corners of one space to all corners of another, how many are blocked, for the best choice of one of each";
    Flanks "flanks" (one: SPACES, target: SPACES, other: SPACES) -> B, pure 32, "whether the line between the middles of two spaces, one of each, passes through opposite sides of the target; corners belong to the sides";
    Burst "burst" (from: SPACES, most: N, opaque: TERRAINS) -> SPACES, pure 32, "the spaces at most so far from some spaces that a line from one of those reaches, those themselves included";
    Cone "cone" (corner: POSE, towards: N, length: N, opaque: TERRAINS) -> SPACES, pure 32, "the spaces that a line reaches from a corner in a quarter circle, by their middles; towards 0 is up, 1 up and right, 2 right";
    Line "line" (corner: POSE, target: SPACE) -> SPACES, pure 32, "the spaces whose inside a line enters from a corner to the farthest corner of the target, in order, as far as walls let it go";
    }
    Hexes {
    Sees "sees" (from: SPACE, eye: N, to: SPACE, low: N, high: N, width: N, past: THINGS) -> B, pure 32, "whether a point over one space sees any part of a target over another, past ground and pieces; heights above the spaces' levels in thousandths of a level, the width in thousandths of half a space";
    }
}

impl CoreCall {
    /// Whether it asks the functions of a movement, whose number is its first argument.
    #[must_use]
    pub fn asks_movements(&self) -> bool {
        self.params.first().is_some_and(|param| param.0 == "movement")
    }
}

impl Core {
    /// The call with this number.
    #[must_use]
    pub fn from_number(number: i32) -> Option<&'static CoreCall> {
        CORE_CALLS.get(usize::try_from(number).ok()?)
    }

    /// The table's row for this call.
    #[must_use]
    pub fn row(self) -> &'static CoreCall {
        &CORE_CALLS[self as usize]
    }

    /// The call with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static CoreCall> {
        CORE_CALLS.iter().find(|call| call.name == name)
    }
}
