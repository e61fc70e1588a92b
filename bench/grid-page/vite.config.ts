import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page alone: it goes to a scratch folder and is no part of the product. */
export default defineConfig({ plugins: [react()], build: { target: 'es2022', reportCompressedSize: false, chunkSizeWarningLimit: 5_000 } })
