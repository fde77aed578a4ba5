import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    // The first browsers with native `light-dark()`. A transpiled version is computed once at the root, and
    // the call panel could not be dark on a light page.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // No inlined assets: the content security policy allows scripts, styles and fonts of this origin only.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { main: 'index.html', 'service-worker': 'src/service-worker/service-worker.ts' },
      output: {
        // The path of a service worker must not change, and limits the pages that it may serve.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js',
      },
    },
    modulePreload: { polyfill: false },
  },
})
