/** A page that only the proxy protects. */
export default function Page() {
  return <main id="guarded">Guarded</main>
}
