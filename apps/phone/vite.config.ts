import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    // The first browsers that know `light-dark()`. Rewritten for older ones it would be computed once, at the root, and the
    // live panel could not be dark on a light page.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Nothing is put into the page as text: the content policy allows scripts, styles and fonts of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
