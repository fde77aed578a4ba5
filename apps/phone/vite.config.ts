import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    // Nothing is put into the page as text: the content policy allows scripts, styles and fonts of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
