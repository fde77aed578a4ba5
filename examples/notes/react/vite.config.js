import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The settings that browsers may know are in the `.env` of all examples.
  envDir: '..',
  envPrefix: 'NEXT_PUBLIC_STACK_',
})
