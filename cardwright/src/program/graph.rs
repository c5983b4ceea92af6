//! The timing of a system as a drawing: a box for each procedure with its steps as lines, and an arrow from each
//! step to the procedures that it runs.
//!
//! The procedures stand in columns, each to the right of all that run it; since procedures never run themselves,
//! every arrow leads to the right. A library for drawing graphs in general would not know the lines of a box as the
//! places where arrows begin; so the columns are worked out here.

use cardwright_compiler::analysis::{Stage, StageStep};
use std::fmt::Write;
use svg::Document;
use svg::node::element::{Group, Path, Rectangle, Text, Title};

/// Sizes in pixels.
const LINE: usize = 20;
const WIDTH: usize = 230;
const GAP_ACROSS: usize = 90;
const GAP_DOWN: usize = 24;
const MARGIN: usize = 20;

/// The graph in the language of DOT.
pub(crate) fn dot(stages: &[Stage]) -> String {
    let mut text =
        String::from("digraph windows {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (number, stage) in stages.iter().enumerate() {
        let style = if stage.reached { "" } else { "\n    style=dashed;" };
        let _ = writeln!(
            text,
            "  subgraph cluster_{number} {{\n    label=\"{}\";{style}",
            stage.name
        );
        for (step, one) in stage.steps.iter().enumerate() {
            let _ = writeln!(text, "    p{number}s{step} [label=\"{}\"];", label(one, "\\n"));
            if step > 0 {
                let _ = writeln!(text, "    p{number}s{} -> p{number}s{step};", step - 1);
            }
        }
        text.push_str("  }\n");
    }
    for (number, step, to) in arrows(stages) {
        let _ = writeln!(text, "  p{number}s{step} -> p{to}s0 [style=dashed];");
    }
    text.push('}');
    text
}

/// The graph as an SVG drawing.
pub(crate) fn svg(stages: &[Stage]) -> String {
    let places = places(stages);
    let right = places.iter().map(|place| place.0).max().unwrap_or(0) + WIDTH + MARGIN;
    let ends = places.iter().zip(stages);
    let bottom = ends
        .map(|(place, stage)| place.1 + height(stage))
        .max()
        .unwrap_or(0)
        + MARGIN;
    let mut document = Document::new()
        .set("viewBox", (0, 0, right, bottom))
        .set("width", right)
        .set("height", bottom)
        .set("font-family", "sans-serif")
        .set("font-size", 13);
    for (from, step, to) in arrows(stages) {
        document = document.add(arrow(places[from], step, places[to]));
    }
    for (stage, place) in stages.iter().zip(&places) {
        document = document.add(box_of(stage, *place));
    }
    document.to_string()
}

/// How many rules live around a step, behind its name.
fn label(step: &StageStep, separator: &str) -> String {
    let mut text = step.name.clone();
    for (name, count) in ["before", "at", "after"].iter().zip(step.rules) {
        if count > 0 {
            let s = if count == 1 { "" } else { "s" };
            let _ = write!(text, "{separator}{name}: {count} rule{s}");
        }
    }
    text
}

/// The arrows: procedure, step, procedure that is run.
fn arrows(stages: &[Stage]) -> Vec<(usize, usize, usize)> {
    let mut arrows = Vec::new();
    for (number, stage) in stages.iter().enumerate() {
        for (step, one) in stage.steps.iter().enumerate() {
            arrows.extend(one.runs.iter().map(|&to| (number, step, to)));
        }
    }
    arrows
}

/// Left upper corners of the boxes.
fn places(stages: &[Stage]) -> Vec<(usize, usize)> {
    let columns = columns(stages);
    let mut bottoms = vec![MARGIN; columns.iter().max().map_or(0, |last| last + 1)];
    let place = |(stage, &column): (&Stage, &usize)| {
        let place = (MARGIN + column * (WIDTH + GAP_ACROSS), bottoms[column]);
        bottoms[column] += height(stage) + GAP_DOWN;
        place
    };
    stages.iter().zip(&columns).map(place).collect()
}

/// The column of each procedure: the length of the longest chain of procedures that leads to it.
fn columns(stages: &[Stage]) -> Vec<usize> {
    let mut columns = vec![0; stages.len()];
    // Chains are no longer than there are procedures; more rounds change nothing.
    for _ in stages {
        for (from, _, to) in arrows(stages) {
            columns[to] = columns[to].max((columns[from] + 1).min(stages.len()));
        }
    }
    columns
}

fn height(stage: &Stage) -> usize {
    (stage.steps.len() + 1) * LINE + LINE / 2
}

fn box_of(stage: &Stage, (x, y): (usize, usize)) -> Group {
    let frame = Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", WIDTH)
        .set("height", height(stage))
        .set("rx", 4)
        .set("fill", "#fff")
        .set("stroke", "#333");
    let frame = match stage.reached {
        true => frame,
        false => frame.set("stroke-dasharray", "4 3"),
    };
    let line = |text: &str, line: usize| {
        Text::new(text.to_owned())
            .set("x", x + 8)
            .set("y", y + line * LINE + LINE * 3 / 4)
    };
    let mut group = Group::new()
        .add(Title::new(stage.name.clone()))
        .add(frame)
        .add(line(&stage.name, 0).set("font-weight", "bold"));
    for (number, step) in stage.steps.iter().enumerate() {
        let mut text = line(&step.name, number + 1);
        if step.rules.iter().any(|&count| count > 0) {
            text = text.add(Title::new(label(step, ", ")));
            let count: usize = step.rules.iter().sum();
            let at = line(&format!("{count}"), number + 1).set("x", x + WIDTH - 8);
            group = group.add(at.set("text-anchor", "end").set("fill", "#a33"));
        }
        group = group.add(text);
    }
    group
}

/// From the right side of a step's line to the left side of a box's first line.
fn arrow(from: (usize, usize), step: usize, to: (usize, usize)) -> Path {
    let (x, y) = (from.0 + WIDTH, from.1 + (step + 1) * LINE + LINE / 2);
    let (end, down) = (to.0, to.1 + LINE / 2);
    let bend = GAP_ACROSS / 2;
    let line = format!(
        "M{x},{y} C{},{y} {},{down} {end},{down} m-7,-4 l7,4 l-7,4",
        x + bend,
        end.saturating_sub(bend)
    );
    Path::new()
        .set("d", line)
        .set("fill", "none")
        .set("stroke", "#888")
}
