/** Genuine files are found in one place: an empty AMAZON_FILES is none, whoever asks. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { folderNamed } from '../setup/genuine.ts'

test('no test reads the folder of genuine files but by its helper', () => {
  const readers = globSync('{areas,platform,test,scripts,bench}/**/*.{ts,tsx}').filter(file =>
    /env(?:\['AMAZON_FILES'\]|\.AMAZON_FILES)/.test(readFileSync(file, 'utf8')),
  )
  expect(readers.map(file => file.replaceAll('\\', '/'))).toEqual(['test/setup/genuine.ts'])
})

test('an empty name is no folder', () => {
  expect([folderNamed(''), folderNamed(undefined)]).toEqual(['', ''])
  expect(folderNamed('docs')).toMatch(/.docs$/)
})
