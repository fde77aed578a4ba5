/** Darkens what lies below, another dialog too. A plain element: the primitives' own overlay writes a style sheet into the page, which a strict content policy refuses. */
export function Scrim() {
  return <div aria-hidden className="fixed inset-0 z-50 bg-[oklch(0.2_0.03_225/0.42)]" />
}
