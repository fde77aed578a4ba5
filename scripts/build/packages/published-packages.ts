/** A package that `npm run build:packages` builds for the registry. */
export interface PublishedPackage {
  /** Its folder in `packages`, and its name after `@parley/`. */
  readonly folder: string
  readonly description: string
  /** The source files of its modules, by the name of the built file. */
  readonly entries: Readonly<Record<string, string>>
  /** The entries that contain client components. */
  readonly clientEntries: readonly string[]
  readonly exports: Readonly<Record<string, unknown>>
  /** The style sheets that its `styles.css` contains. */
  readonly styles: readonly string[]
  /** The versions of packages that the application itself provides. */
  readonly peerDependencies: Readonly<Record<string, string>>
}

const entry = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` })

const react = { react: '^19.0.0', 'react-dom': '^19.0.0' }

export const publishedPackages: readonly PublishedPackage[] = [
  {
    folder: 'kit',
    description: 'Sign-in and users for JavaScript applications, in browsers and on servers.',
    entries: { index: 'src/index.ts', server: 'src/server/index.ts' },
    clientEntries: [],
    exports: { '.': entry('index'), './server': entry('server') },
    styles: [],
    peerDependencies: {},
  },
  {
    folder: 'kit-react',
    description: 'Sign-in for React applications: a provider, hooks, components and pages.',
    entries: { index: 'src/index.ts' },
    clientEntries: ['index'],
    exports: { '.': entry('index'), './styles.css': './styles.css' },
    styles: ['@parley/ui/theme.css', '@parley/kit-react/styles.css'],
    peerDependencies: react,
  },
  {
    folder: 'kit-next',
    description: 'Sign-in for Next.js applications with the App Router.',
    entries: {
      index: 'src/index.ts',
      browser: 'src/browser.ts',
      provider: 'src/browser/browser-provider.tsx',
      handler: 'src/browser/browser-handler.tsx',
    },
    clientEntries: [],
    exports: {
      '.': { types: './index.d.ts', 'react-server': './index.js', default: './browser.js' },
    },
    styles: [],
    peerDependencies: { ...react, next: '^16.0.0' },
  },
]
