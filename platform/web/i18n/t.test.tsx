import { afterEach, expect, test } from 'vitest'
import english from './en-US.ts'
import { chooseLanguage } from './language.ts'
import { addEnglish, t, titleOf } from './t.ts'

afterEach(() => chooseLanguage('zh-CN'))

test('Chinese is the source, English falls back to it', () => {
  addEnglish({ 登录: 'Sign in', '已选 {count} 行': '{count} rows selected' })
  expect(t('登录')).toBe('登录')
  expect(t('已选 {count} 行', { count: 3 })).toBe('已选 3 行')
  chooseLanguage('en-US')
  expect(t('登录')).toBe('Sign in')
  expect(t('已选 {count} 行', { count: 3 })).toBe('3 rows selected')
  expect(t('没有译文')).toBe('没有译文')
  expect(titleOf(['礼品', 'Gift'])).toBe('Gift')
})

test('a value is put in as it is', () => {
  expect(t('页面“{component}”', { component: '$& {component}' })).toBe('页面“$& {component}”')
})

const sources = import.meta.glob<string>(['../{shell,theme,api}/**/*.{ts,tsx}', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Literal texts of `t('…')` in a folder of the platform's web part. */
function textsIn(folder: string): string[] {
  const files = Object.entries(sources).filter(([file]) => file.startsWith(`../${folder}/`))
  return files.flatMap(([, source]) => [...source.matchAll(/\bt\(\s*'([^']+)'/g)].flatMap(([, text]) => text ?? []))
}

test.each(['shell', 'theme', 'api'])('every text of platform/web/%s has its English', folder => {
  const texts = textsIn(folder)
  expect(texts.filter(text => !(text in english))).toEqual([])
  // the search itself must not fall silent
  if (folder === 'shell') expect(texts.length).toBeGreaterThan(40)
})
