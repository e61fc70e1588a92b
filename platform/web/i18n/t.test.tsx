import { afterEach, expect, test } from 'vitest'
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

test('English says one row and two rows', () => {
  addEnglish({ '共 {total} 行，将删除 {changed} 行': '{total} {total:row|rows}: {changed} will be deleted' })
  chooseLanguage('en-US')
  const of = (total: number | string) => t('共 {total} 行，将删除 {changed} 行', { total, changed: 1 })
  expect([of(1), of('1'), of(0), of('1,001')]).toEqual([
    '1 row: 1 will be deleted',
    '1 row: 1 will be deleted',
    '0 rows: 1 will be deleted',
    '1,001 rows: 1 will be deleted',
  ])
})

test('a value is put in as it is', () => {
  expect(t('页面“{component}”', { component: '$& {component}' })).toBe('页面“$& {component}”')
})

test('the choice outlives signing out: it is kept beside the storage that is cleared', () => {
  chooseLanguage('en-US')
  localStorage.clear()
  expect(document.cookie).toContain('zg_language=en-US')
})
