/** The Parley logo. Minimum size 24 px; do not recolour. */
export function Logo({ size = 34 }: { size?: number }) {
  return (
    <svg viewBox="0 0 34 34" width={size} height={size} aria-hidden="true" className="block shrink-0">
      <rect className="fill-panel" width="34" height="34" rx="9" />
      <rect className="fill-lamp" x="8" y="8.5" width="12" height="4.5" rx="2.25" />
      <rect className="fill-panel-ink" x="13" y="15" width="13" height="4.5" rx="2.25" />
      <rect className="fill-lamp" x="8" y="21.5" width="7.5" height="4.5" rx="2.25" />
    </svg>
  )
}
