// The pose of an item: reads the `transform` of the protocol, and writes it as a browser can move it smoothly.

/** A place in a scene, and a turn around it in degrees. */
export interface Pose {
  x: number;
  y: number;
  turn: number;
}

const NUMBER = "(-?[\\d.]+(?:e-?\\d+)?)";
const FORM = new RegExp(`^\\s*translate\\(${NUMBER}[ ,]+${NUMBER}\\)(?:\\s*rotate\\(${NUMBER}\\))?\\s*$`);

/** The pose in a transform, or none if it has another form. */
export function poseOf(transform: string): Pose | null {
  const found = FORM.exec(transform);
  if (!found) return transform.trim() === "" ? { x: 0, y: 0, turn: 0 } : null;
  return { x: Number(found[1]), y: Number(found[2]), turn: Number(found[3] ?? 0) };
}

/** The turn, written so that the way to it from another one is the short one. */
export function nearTurn(turn: number, from: number): number {
  return turn + 360 * Math.round((from - turn) / 360);
}

/** A pose as the value of the CSS property `transform`: always the same two steps, so that each is moved by itself. */
export function cssOf(pose: Pose): string {
  return `translate(${pose.x}px, ${pose.y}px) rotate(${pose.turn}deg)`;
}
