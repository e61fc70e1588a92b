/**
 * The built files as they go over the line: beside each text of some size its brotli and gzip forms, made once instead of at each answer.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const texts = new Set(['.js', '.css', '.svg', '.html'])
const bytesMin = 1_024
/** 11 makes 4 % less of it in ten times the time, and every first start waits for the build. */
const brotliQuality = 9
const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/** Compresses the texts of a folder; a browser without https at the other end takes gzip only. */
export async function compressFolder(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter(name => texts.has(extname(name)))
      .map(async name => {
        const path = join(folder, name)
        const text = await readFile(path)
        if (text.length < bytesMin) return
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
        const [small, common] = await Promise.all([inBrotli(text, options), inGzip(text)])
        await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, common)])
      }),
  )
}
