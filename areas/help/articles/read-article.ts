/**
 * Help articles that come with the product, read from Markdown: what a page is for, what one does there, what to look out for. A head of
 * the first level names the type of the articles below it. Below the name of an article stand its name in English, the components of the
 * pages on which F1 opens it, and how people ask for it, with blanks between; then a paragraph, steps and a quotation. A text is one line.
 */
import type { Title } from '#platform/declare/title.ts'

export interface BuiltIn {
  readonly pageKeys: readonly string[]
  /** name of its type */
  readonly type: string
  readonly title: Title
  readonly purpose: string
  readonly steps: readonly string[]
  readonly care: string
  readonly keywords: string
}

const shape = new RegExp(
  [
    '^(?<name>.+)\n',
    '- English: (?<english>.+)\n- Pages: (?<pages>.+)\n- Keywords: (?<keywords>.+)\n',
    '(?<purpose>.+)\n',
    '(?<steps>(?:\\d\\. .+\n)+)',
    '> (?<care>.+)\n*$',
  ].join('\n'),
  'u',
)

export const articlesIn = (file: string, source: string): readonly BuiltIn[] =>
  `\n${source.replaceAll('\r\n', '\n')}`
    .split('\n# ')
    .slice(1)
    .flatMap(section => {
      const [type = '', ...parts] = section.split('\n## ')
      return parts.map(part => articleIn(file, type.trim(), part))
    })

function articleIn(file: string, type: string, part: string): BuiltIn {
  const found = shape.exec(part)?.groups
  if (found === undefined) throw new Error(`${file}: article ${part.split('\n')[0] ?? ''} is not written as read-article.ts says`)
  const { name = '', english = '', pages = '', keywords = '', purpose = '', steps = '', care = '' } = found
  const stepsOf = steps
    .trim()
    .split('\n')
    .map(step => step.replace(/^\d\. /, ''))
  return { pageKeys: pages.split(' '), type, title: [name, english], purpose, steps: stepsOf, care, keywords }
}
