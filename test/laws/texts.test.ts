/** Every text that a person may read has both languages: sentences of `t('…')` in the browser, refusals of the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

const root = join(import.meta.dirname, '../..')
const filesIn = (folder: string, fits: (file: string) => boolean): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(fits)
const isTest = (file: string): boolean => /\.test\.tsx?$|\/test\/|\/test-|\/gallery\//.test(file)
/** Without comments: what they say is read by programmers. */
const codeOf = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const chinese = /[\u4e00-\u9fff]/

describe('the browser', async () => {
  const sources = [...filesIn('platform/web', file => /\.tsx?$/.test(file)), ...filesIn('areas', file => file.endsWith('.tsx'))].filter(
    file => !isTest(file) && !file.endsWith('en-US.ts'),
  )
  const tables = [...filesIn('platform/web', file => file.endsWith('/en-US.ts')), ...filesIn('areas', file => file.endsWith('/en-US.ts'))]
  const english = new Map<string, string>()
  for (const file of tables) {
    const { default: texts } = (await import(join(root, file))) as { default: Record<string, string> }
    for (const [text, translation] of Object.entries(texts)) english.set(text, translation)
  }
  /** Literal sentences inside the brackets of `t(…)`, both sides of a condition too. */
  const textsOf = (code: string): string[] =>
    [...code.matchAll(/(?<![\w.])t\(\s*((?:[^()']|'[^']*')*)/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/'([^']*)'/g)].flatMap(([, text = '']) => (chinese.test(text) ? [text] : [])),
    )

  test('every text has its English', () => {
    const found = sources.flatMap(file => textsOf(codeOf(file)).map(text => ({ file, text })))
    // the search itself must not fall silent
    expect(found.length).toBeGreaterThan(700)
    expect(found.filter(({ text }) => !english.has(text)).map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  })

  test('an English text holds no Chinese, and fills in what the Chinese one does', () => {
    const names = (text: string): string[] => [...text.matchAll(/\{(\w+)(?::[^{}]*)?\}/g)].map(([, name = '']) => name).toSorted()
    const wrong = [...english].filter(
      ([text, translation]) => chinese.test(translation) || !names(translation).every(name => names(text).includes(name)),
    )
    expect(wrong).toEqual([])
  })
})

describe('the server', () => {
  const registry = registryOf(withHouseAreas(areas))
  const sources = ['platform/server', 'areas']
    .flatMap(folder => filesIn(folder, file => file.endsWith('.ts')))
    .filter(file => !isTest(file) && !/\/(?:demo|fake-|seed)|-people\.ts|refusals-en\.ts|\/backup\//.test(file))
  /** `{}` for what is filled in */
  const withHoles = (text: string): string => text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}')
  const refusals = sources.flatMap(file =>
    [...codeOf(file).matchAll(/refuse\.(\w+)\(\s*(?:\[\{ field: [^,]+, message: )?(['`])((?:(?!\2).)*)\2/g)].flatMap(
      ([, verb, , text = '']) =>
        chinese.test(text) ? [{ file, text: verb === 'unknown' ? `${text}不存在或已删除` : withHoles(text) }] : [],
    ),
  )

  test('every refusal has its English', () => {
    expect(refusals.length).toBeGreaterThan(120)
    const left = refusals.filter(({ text }) => chinese.test(registry.english(text.replaceAll('{}', '7'))))
    expect(left.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  })

  test.each([
    ['币种不存在或已删除', 'Currency does not exist or was deleted'],
    ['商品名称不能为空', 'The name of the Product must not be empty'],
    [
      '周敏在 2026-11-21 09:00 修改了这条汇率，请核对后再保存',
      '周敏 at 2026-11-21 09:00 changed this record (Exchange rate), check it and save again',
    ],
    ['没有人写过的句子', '没有人写过的句子'],
  ])('%s', (message, english) => expect(registry.english(message)).toBe(english))
})
