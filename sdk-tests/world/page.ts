import { outcomeOf } from './outcome.ts'

/**
 * Puts a client on a page: `window.use` runs a function, given as text, with an app that is made of `window.appSettings`.
 * The app keeps its tokens in cookies, as on any page, and is made again by each page that is loaded.
 */
export function putOnPage(client: { readonly StackClientApp: new (settings: object) => unknown }): void {
  const settings = (window as unknown as { appSettings: object }).appSettings
  const app = new client.StackClientApp(settings)
  Object.assign(window, {
    app,
    client,
    use: (text: string, given: unknown) => outcomeOf(() => new Function(`return (${text})`)()(app, given)),
  })
}
