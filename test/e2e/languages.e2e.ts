/**
 * Pages of the menus in both languages: no Han characters in English and no English words in Chinese, outside what people have entered. One
 * sign-in; every page drawn by hand, of lists and reports one of each shape (test/setup/shapes.ts), with `npm test -- --all` every page.
 * What is declared has its words read without a browser (test/laws/texts.test.ts).
 */
import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { useJourneys } from '../setup/journeys.ts'
import { openWithin } from '../setup/screen.ts'
import { importSettlement } from '../setup/settlement.ts'
import { oneOfEachShape, partsOf } from '../setup/shapes.ts'
import { englishWords, han, namesInBoth } from '../setup/words-of-ours.ts'

const { product, signedIn } = useJourneys(undefined, importSettlement)

/** What the installation brings: it has a name in each language, so that none of its words counts as somebody's data. */
const installations = new Set(['country', 'currency', 'marketplace', 'dictionary', 'dictionary_item', 'amazon_kind'])
const written = new Set(['text', 'longText', 'richText', 'texts', 'json'])

/** Every text that people or files have brought. */
async function peoplesTexts(withInstallation = false): Promise<string> {
  const client = new Client({ connectionString: product().ownerUrl })
  await client.connect()
  try {
    const found: string[] = []
    for (const r of registry.resources.values()) {
      if (!withInstallation && installations.has(r.table)) continue
      const columns = Object.entries(r.fields).flatMap(([name, f]) =>
        written.has(f.kind) && f.options.computed !== true ? [columnOf(name)] : [],
      )
      const known = await client.query<{ column_name: string }>(
        'select column_name from information_schema.columns where table_name = $1',
        [r.table],
      )
      const own = columns.filter(one => known.rows.some(row => row.column_name === one))
      if (own.length === 0) continue
      const { rows } = await client.query<Record<string, string | null>>(
        `select distinct ${own.map(one => `"${one}"::text`).join(', ')} from "${r.table}" limit 3000`,
      )
      found.push(...rows.flatMap(row => Object.values(row).filter(one => one !== null)))
    }
    return found.join('\n')
  } finally {
    await client.end()
  }
}

const registry = registryOf(withHouseAreas(areas))
const listed = new Map([...registry.resources.values()].map(one => [`list/${one.type}`, one]))
const reports = new Map([...registry.reports.values()].map(({ report }) => [`report/${report.name}`, report]))

/** What makes a page another one to look at; one that is drawn by hand is like no other. */
function piecesOfPage(component: string): string[] {
  const list = listed.get(component)
  if (list) return partsOf(list)
  const report = reports.get(component)
  if (!report) return [component]
  return [...Object.values(report.dimensions).map(d => `by ${d.kind}`), ...Object.values(report.measures).map(m => `${m.class} ${m.kind}`)]
}

/** Addresses of the pages that the person's menus name: one of each shape. */
async function pagesOf(p: Page): Promise<string[]> {
  interface Menu {
    readonly path?: string
    readonly component?: string | null
    readonly children?: readonly Menu[]
  }
  const answer = p.waitForResponse(one => one.url().includes('/system/userprofile'))
  await p.goto('/')
  const { data } = (await (await answer).json()) as { data: { modules: readonly { menus: readonly Menu[] }[] } }
  const walk = (menus: readonly Menu[]): [path: string, component: string][] =>
    menus.flatMap(one =>
      one.children?.length ? walk(one.children) : one.path === undefined ? [] : [[one.path, one.component ?? one.path]],
    )
  const pages = new Map(data.modules.flatMap(one => walk(one.menus)))
  return oneOfEachShape([...pages], ([, component]) => piecesOfPage(component)).map(([path]) => path)
}

/** The texts of the page in front and of what stands around it, its labels and hints for the ear among them. */
const shownTexts = (p: Page): Promise<string[]> =>
  p.evaluate(`(() => {
    const found = new Set()
    // an icon of antd's own says its name; ours are hidden or named (test/laws/icons.test.ts)
    const isLibraryIcon = one => one.matches('.anticon') && one.ariaLabel === one.firstElementChild?.dataset.icon
    // names of tables and jobs are the program's own in every language
    const away = 'script, style, noscript, code, .zg-pane[data-hidden]'
    // pages that stand behind are left out whole: they have more nodes than the one in front
    const inFront = one =>
      one.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT : one.matches(away) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, inFront)
    while (walker.nextNode()) found.add(walker.currentNode.textContent.trim())
    for (const one of document.querySelectorAll('[aria-label]:not([aria-hidden]), [title], [placeholder]'))
      for (const name of one.closest(away) || isLibraryIcon(one) ? [] : ['aria-label', 'title', 'placeholder'])
        found.add(one.getAttribute(name) ?? '')
    return [...found].filter(one => one !== '')
  })()`)

/** What the page in front says while nothing of it is on its way: its own part is there, its rows and descriptions have come. */
const saysNow = `(() => {
  const page = document.querySelector('.zg-pane:not([data-hidden]) > .zg-page, .zg-content > .zg-status')
  if (page === null) return ''
  const waiting = '[aria-busy=true], .ant-spin-spinning, .ant-skeleton, .zg-loading'
  return page.querySelector(waiting) === null ? (page.dataset.page ?? 'none') + page.textContent : ''
})()`

/** Walks all pages; answers what was found on each that is no data of people, and those that are no page. */
async function walked(p: Page, language: string, pattern: RegExp, isOurs: (found: string) => boolean): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  const known = new Set<string>()
  let before = ''
  let seen = 0
  for (const path of await pagesOf(p)) {
    await openWithin(p, path)
    let now = ''
    // drawn, another page than before, and the same at two looks
    await expect
      .poll(
        async () => {
          const last = now
          now = await p.evaluate<string>(saysNow)
          return now !== '' && now !== before && now === last
        },
        { interval: 60, message: `${path} is drawn` },
      )
      .toBe(true)
    before = now
    seen += 1
    const texts = (await shownTexts(p)).filter(one => !known.has(one))
    for (const one of texts) known.add(one)
    const found = texts.flatMap(text => text.match(pattern) ?? []).filter(isOurs)
    if ((await p.locator('.zg-pane:not([data-hidden]) .zg-status, .zg-content > .zg-status').count()) > 0) found.push('no page')
    if (found.length > 0) faults[path] = [...new Set(found)]
  }
  // the walk itself: the menus of one who may see all, in the language asked for
  expect(seen).toBeGreaterThan(60)
  expect(await p.locator('html').getAttribute('lang')).toBe(language)
  return faults
}

/** Chinese words of ours on the pages in English. */
async function ofEnglish(): Promise<Record<string, string[]>> {
  const p = await signedIn('admin')
  await p.context().addCookies([{ name: 'zg_language', value: 'en-US', url: product().url }])
  const texts = await peoplesTexts()
  // the switch of languages names each in itself
  const own = ['中文', '简体中文']
  const found = await walked(p, 'en-US', han, one => !texts.includes(one) && !own.includes(one))
  await p.context().close()
  return found
}

/** English words of ours on the pages in Chinese. */
async function ofChinese(): Promise<Record<string, string[]>> {
  const p = await signedIn('admin')
  const texts = (await peoplesTexts(true)).toLowerCase()
  const found = await walked(p, 'zh-CN', englishWords, one => !texts.includes(one.toLowerCase()) && !namesInBoth.has(one))
  await p.context().close()
  return found
}

test('no page in English has a Chinese word of ours, none in Chinese an English one', async () => {
  const p = await signedIn('admin')
  // the rules of points are made when somebody first needs them
  await p.goto('/culture/culturalRule')
  await p.locator('.zg-grid-row').first().waitFor()
  await p.context().close()
  // two windows walk at once: while one waits for its rows the other draws
  const [inEnglish, inChinese] = await Promise.all([ofEnglish(), ofChinese()])
  expect({ inEnglish, inChinese }).toEqual({ inEnglish: {}, inChinese: {} })
})
