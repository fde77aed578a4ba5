/** The client suspends while it reads the user, which Next.js allows only with this file. */
export default function Loading() {
  return <p>Loading…</p>
}
