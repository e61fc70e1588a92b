import { mkdirSync, writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileHint, stepGroups } from './scripts/web-chunks.ts'
import { compressFolder } from './scripts/web-compress.ts'

/** What the server answers itself; all other paths belong to the browser's program. */
const serverPaths = ['/api-2024', '/docs', '/ws', '/healthz', '/readyz', '/metrics']

/** Writes which modules went into the bundle, for the check that no server file did (scripts/laws.ts). */
function moduleList(): Plugin {
  return {
    name: 'module-list',
    apply: 'build',
    writeBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []))
      const paths = ids
        .filter(id => !id.startsWith('\0'))
        .map(id =>
          relative(import.meta.dirname, id)
            .split(sep)
            .join('/'),
        )
      mkdirSync('dist', { recursive: true })
      writeFileSync('dist/web-modules.json', JSON.stringify([...new Set(paths)].sort(), undefined, 1))
    },
  }
}

/**
 * The file that runs before everything else stands in the page before all others: it waits neither for the styles nor for the other files,
 * and the browser compiles it first. Behind the entry it began 80 ms later.
 */
function aheadInPage(): Plugin {
  return {
    name: 'ahead-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const own = Object.values(bundle).find(
          file => file.type === 'chunk' && file.moduleIds.some(id => id.endsWith('/web/early-requests.ts')),
        )
        if (own === undefined) throw new Error('the build has no web/early-requests.ts')
        const [first] = /^ *<(?:script|link rel="modulepreload")/m.exec(html) ?? []
        if (first === undefined) throw new Error('the page has no script')
        return html
          .replace(new RegExp(`^ *<link rel="modulepreload"[^>]*${RegExp.escape(own.fileName)}">\\n`, 'm'), '')
          .replace(first, `    <script type="module" async crossorigin src="/${own.fileName}"></script>\n${first}`)
      },
    },
  }
}

/** Modules of these packages; their words in a language stay with that language, which is a chunk of its own. */
const packages = (...names: string[]): RegExp => new RegExp(`node_modules[\\\\/](?:${names.join('|')})[\\\\/](?!.*locale)`)

function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle: options => compressFolder(options.dir ?? 'dist/web'),
  }
}

export default defineConfig({
  plugins: [react(), aheadInPage(), moduleList(), compressedFiles()],
  build: {
    outDir: 'dist/web',
    manifest: true,
    target: 'es2022',
    // The sizes that count are those of the first load, brotli: scripts/bundle-size.ts.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // The bundler names a shared chunk after all pages that share it, longer than a file system takes.
        chunkFileNames: chunk => `assets/${chunk.name.split('~')[0]}-[hash].js`,
        postBanner: chunk => compileHint(chunk.name),
        codeSplitting: {
          groups: [
            ...stepGroups(import.meta.dirname, 30),
            { name: 'echarts', test: packages('echarts', 'zrender'), priority: 20 },
            // What is left, by the pages that use it. Merging small groups (entriesAwareMergeThreshold) looks at closeness, not at size: it
            // hung the table on the sign-in page, 324 KB for 179.
            {
              name: 'antd',
              test: packages('antd', '@ant-design', '@rc-component', 'rc-[^\\\\/]+'),
              priority: 10,
              minShareCount: 2,
              entriesAware: true,
            },
          ],
        },
      },
    },
  },
  server: {
    host: process.env['HOST'] ?? '127.0.0.1',
    port: Number(process.env['PORT'] ?? 8000),
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map(path => [path, { target: process.env['DEV_SERVER'] ?? '', ws: true, changeOrigin: false }])),
  },
})
