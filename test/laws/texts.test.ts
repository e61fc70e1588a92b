/** Every text that a person may read has both languages: sentences of `t('…')` in the browser, refusals of the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { gone } from '#platform/server/calls/refusal.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { sentence, type Part } from '#platform/declare/sentence.ts'
import { englishWords, han, namesInBoth } from '../setup/words-of-ours.ts'
import { sentencesIn } from './sentences-in.ts'

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
  const twice: string[] = []
  for (const file of tables) {
    const { default: texts } = (await import(join(root, file))) as { default: Record<string, string> }
    for (const [text, translation] of Object.entries(texts)) {
      const known = english.get(text) ?? translation
      if (known !== translation) twice.push(`${text}: ${known}, in ${file} ${translation}`)
      english.set(text, translation)
    }
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

  test('names in a row are joined by the comma of the language', () =>
    expect(sources.filter(file => /\.join\('[^']*[\u3001-\u303f\uff00-\uffef]/.test(codeOf(file)))).toEqual([]))

  test('a text has one English: the tables are loaded as one, so of two only the last would be read', () => expect(twice).toEqual([]))

  test('an English text holds no Chinese, and fills in what the Chinese one does', () => {
    const names = (text: string): string[] => [...text.matchAll(/\{(\w+)(?::[^{}]*)?\}/g)].map(([, name = '']) => name).toSorted()
    const wrong = [...english].filter(
      ([text, translation]) => chinese.test(translation) || !names(translation).every(name => names(text).includes(name)),
    )
    expect(wrong).toEqual([])
  })
})

describe('the server', () => {
  const sources = ['platform/server', 'platform/declare', 'areas']
    .flatMap(folder => filesIn(folder, file => file.endsWith('.ts')))
    .filter(file => !isTest(file) && !/\/(?:demo|fake-|seed)|-en\.ts$|en-US\.ts$/.test(file))
  const said = sources.flatMap(file => sentencesIn(codeOf(file)).map(one => ({ file, ...one })))
  const keys = new Set(said.map(({ key }) => key))
  const english = new Map(withHouseAreas(areas).flatMap(area => Object.entries(area.english ?? {})))

  test('every sentence has its English, and no English is left without its sentence', () => {
    // the search itself must not fall silent
    expect(said.length).toBeGreaterThan(500)
    expect(said.filter(({ key }) => !english.has(key)).map(({ file, key }) => `${file}: ${key}`)).toEqual([])
    expect([...english.keys()].filter(key => !keys.has(key))).toEqual([])
  })

  /** Numbers of the places, in order; those without a number count on. */
  const placesOf = (text: string): number[] => {
    let next = 0
    return [...text.matchAll(/\{(\d*)\}/g)].map(([, at = '']) => (at === '' ? ++next : Number(at))).toSorted((a, b) => a - b)
  }
  test('an English sentence holds no Chinese, and fills in what the Chinese one does', () => {
    const wrong = [...english].filter(([key, text]) => chinese.test(text) || placesOf(text).join() !== placesOf(key).join())
    expect(wrong).toEqual([])
  })

  test('what is filled in is no Chinese text, which no other language would read: a title or a sentence is', () => {
    const isBare = (param: string): boolean =>
      chinese.test(param.replaceAll(/sentence`[^`]*`|\['[^']*', '[^']*'\]/g, '')) || /\btitle\[0\]|\.join\('[、；]'\)/.test(param)
    expect(said.flatMap(({ file, key, params }) => params.filter(isBare).map(param => `${file}: ${key}: ${param}`))).toEqual([])
  })

  const registry = registryOf(withHouseAreas(areas))
  const title = ['币种', 'Currency'] as const
  test.each<[string, string, Part]>([
    ['币种不存在或已删除', 'Currency does not exist or was deleted', gone(title)],
    ['商品名称不能为空', '商品名称 must not be empty', sentence`${'商品名称'}不能为空`],
    [
      '周敏在 9:00 修改了这条币种，请核对后再保存',
      '周敏 at 9:00 changed this record (Currency), check it and save again',
      sentence`${sentence`${'周敏'}在 ${'9:00'} `}修改了这条${title}，请核对后再保存`,
    ],
    ['没有人写过的句子', '没有人写过的句子', sentence`没有人写过的句子`],
  ])('%s', (inChinese, inEnglish, part) =>
    expect([registry.inWords(part, 'zh'), registry.inWords(part, 'en')]).toEqual([inChinese, inEnglish]),
  )
})

/** Every title below: two texts, of which the first is Chinese. Other names of columns in files (`synonyms`) are no titles. */
function titlesIn(declared: unknown): [zh: string, en: string][] {
  const seen = new Set<unknown>()
  const found: [string, string][] = []
  const walk = (value: unknown, name = ''): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || name === 'synonyms') return
    seen.add(value)
    const [zh, en, ...more]: unknown[] = Array.isArray(value) ? value : []
    if (typeof zh === 'string' && typeof en === 'string' && more.length === 0 && chinese.test(zh)) found.push([zh, en])
    else if (value instanceof Map || value instanceof Set) for (const one of value.values()) walk(one)
    else for (const [inner, one] of Object.entries(value)) walk(one, inner)
  }
  walk(declared)
  return found
}

test('declared titles: no Chinese in the English, no English word in the Chinese', () => {
  const titles = titlesIn(withHouseAreas(areas))
  // the search itself must not fall silent
  expect(titles.length).toBeGreaterThan(5_000)
  expect(titles.filter(([, en]) => en.match(han) !== null)).toEqual([])
  expect(titles.filter(([zh]) => zh.match(englishWords)?.some(word => !namesInBoth.has(word)))).toEqual([])
})
