import { expect, test } from 'vitest'
import { filesOf, type Manifest } from './bundle-size.ts'

const manifest: Manifest = {
  'index.html': { file: 'main.js', isEntry: true, imports: ['_react'] },
  _react: { file: 'react.js' },
  _antd: { file: 'antd.js', imports: ['_react'] },
  'areas/culture/home.page.tsx': { file: 'home.js', imports: ['_antd', 'index.html'] },
  'areas/hr/other.page.tsx': { file: 'other.js', imports: ['_heavy'] },
  _heavy: { file: 'heavy.js' },
  'theme.css': { file: 'theme.css', isEntry: true },
}

test('a first load is the entry, the pages it needs and what they import, once', () => {
  expect(filesOf(manifest, { name: 'login', entries: [], kilobytesMax: 1 })).toEqual(['main.js', 'react.js'])
  expect(filesOf(manifest, { name: 'home', entries: [/home\.page/], kilobytesMax: 1 })).toEqual([
    'main.js',
    'react.js',
    'home.js',
    'antd.js',
  ])
})

test('a page that is not in the build is named', () => {
  expect(() => filesOf(manifest, { name: 'home', entries: [/no-such\.page/], kilobytesMax: 1 })).toThrow('no-such')
})
