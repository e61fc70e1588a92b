import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressFolder } from './web-compress.ts'

test('texts of some size get both forms beside them, others none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-web-'))
  try {
    mkdirSync(join(folder, 'assets'))
    const text = '掌柜 keeps the shop and its books. '.repeat(100)
    writeFileSync(join(folder, 'assets/a.js'), text)
    writeFileSync(join(folder, 'assets/short.css'), 'a{}')
    writeFileSync(join(folder, 'assets/p.png'), text)
    await compressFolder(folder)
    expect(brotliDecompressSync(readFileSync(join(folder, 'assets/a.js.br'))).toString()).toBe(text)
    expect(gunzipSync(readFileSync(join(folder, 'assets/a.js.gz'))).toString()).toBe(text)
    expect(['short.css.br', 'p.png.gz'].filter(name => existsSync(join(folder, 'assets', name)))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
