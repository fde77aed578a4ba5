/**
 * Darkens the content below an overlay. A plain element, because Radix overlays inject a style sheet, which a
 * strict content security policy blocks.
 */
export function Scrim() {
  return <div aria-hidden className="fixed inset-0 z-50 bg-[oklch(0.2_0.03_225/0.42)]" />
}
