/**
 * An icon of antd says its own name in English ("export 导出") to whoever hears a page: it is hidden where words stand beside it, and a
 * button that holds nothing else is named.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '../..')
const iconName = /^[A-Z]\w*(?:Outlined|Filled|TwoTone)$/

/** What of a JSX node this law reads. */
interface Node {
  readonly type: string
  readonly start: number
  readonly value?: unknown
  readonly openingElement?: { readonly name: { readonly name?: string }; readonly attributes: readonly Attribute[] }
  readonly children?: readonly Node[]
}
interface Attribute {
  readonly type: string
  readonly name?: { readonly name: string }
}

function elementsIn(value: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(value)) for (const one of value) elementsIn(one, found)
  else if (typeof value === 'object' && value !== null) {
    if ((value as Node).type === 'JSXElement') found.push(value as Node)
    for (const inner of Object.values(value)) elementsIn(inner, found)
  }
  return found
}

const tagOf = (element: Node): string => element.openingElement?.name.name ?? ''
const has = (element: Node, ...names: readonly string[]): boolean =>
  element.openingElement?.attributes.some(({ name }) => name !== undefined && names.includes(name.name)) === true
const isSpread = (element: Node): boolean => element.openingElement?.attributes.some(({ type }) => type === 'JSXSpreadAttribute') === true
/** Whether a child of a button may be words. */
const speaks = (child: Node): boolean =>
  child.type === 'JSXText' ? String(child.value).trim() !== '' : child.type !== 'JSXElement' || !iconName.test(tagOf(child))

/** Icons that speak for themselves and buttons that say nothing, with their lines. */
function faultsIn(source: string): string[] {
  const { program, errors } = parseSync('page.tsx', source, { lang: 'tsx' })
  if (errors.length > 0) throw new Error(errors[0]?.message)
  return elementsIn(program).flatMap(element => {
    const tag = tagOf(element)
    const line = source.slice(0, element.start).split('\n').length
    if (iconName.test(tag)) return has(element, 'aria-hidden', 'aria-label') ? [] : [`${line}: ${tag} is neither hidden nor named`]
    if (tag === 'Pagination') return has(element, 'itemRender') ? [] : [`${line}: Pagination without pageSteps (platform/web/widgets)`]
    if (tag === 'Segmented') return has(element, 'aria-label', 'aria-labelledby') ? [] : [`${line}: Segmented without a name`]
    if (tag === 'InputNumber') return has(element, 'controls') ? [] : [`${line}: InputNumber with its own buttons, named in English`]
    if (tag !== 'Button' && tag !== 'button') return []
    const isNamed = has(element, 'aria-label', 'aria-labelledby') || element.children?.some(speaks) === true
    return isNamed || (isSpread(element) && element.children?.length === 0) ? [] : [`${line}: ${tag} without a name`]
  })
}

test('the law is seen when it is broken', () => {
  expect(faultsIn('const a = <Button icon={<PlusOutlined />}>新增</Button>')).toEqual(['1: PlusOutlined is neither hidden nor named'])
  expect(faultsIn('const a = <Segmented options={[]} />')).toEqual(['1: Segmented without a name'])
  expect(faultsIn('const a = <InputNumber min={1} />')).toEqual(['1: InputNumber with its own buttons, named in English'])
  expect(faultsIn('const a = <InputNumber controls={false} />')).toEqual([])
  expect(faultsIn('const a = <Button title="新增" icon={<PlusOutlined aria-hidden />} />')).toEqual(['1: Button without a name'])
  expect(faultsIn('const a = (\n  <button type="button">\n    <PlusOutlined aria-hidden />\n  </button>\n)')).toEqual([
    '2: button without a name',
  ])
  expect(faultsIn('const a = <Pagination total={9} />')).toEqual(['1: Pagination without pageSteps (platform/web/widgets)'])
  expect(faultsIn('const a = <Button icon={<PlusOutlined aria-hidden />}>{text}</Button>')).toEqual([])
  expect(faultsIn('const a = <Button aria-label="新增" icon={<PlusOutlined aria-hidden />} />')).toEqual([])
  expect(faultsIn('const a = <CloseCircleFilled aria-label={name} />')).toEqual([])
})

test('icons are hidden or named, and so is every button', () => {
  const files = globSync('{platform/web,areas,web}/**/*.tsx', { cwd: root }).filter(file => !/\.test\.tsx$|\/(?:gallery|test)\//.test(file))
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(file => faultsIn(readFileSync(join(root, file), 'utf8')).map(fault => `${file}:${fault}`))).toEqual([])
})
