/** The import template of any resource: from its declaration, with the lists that the asker may choose from. */
import { sql } from 'kysely'
import { identityOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import type { Context, Language } from '../contract/context.ts'
import { formFile } from '../exports/table-file.ts'
import type { Blob } from '../contract/route.ts'
import { labelColumn } from '../lists/columns.ts'
import { hiddenOnes } from '../lists/labels.ts'
import { anyTable } from '../db/any-table.ts'
import { templateWorkbook, type TemplateColumn } from '../sheets/template.ts'
import { choiceLabels, columnComment, exampleMark, exampleOf, type Referred } from './resource-example.ts'
import { importFields, meaningsOf, type ImportField } from './resource-fields.ts'
import { isNamed } from './resource-rows.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** A longer list is no help to choose from. */
const listedMax = 200

export async function resourceTemplate(context: Context, r: Resource): Promise<Blob> {
  const columns: TemplateColumn[] = []
  const { language } = context
  for (const column of importFields(r)) columns.push(await templateColumn(context, r, column, columns.length === 0))
  const [zh, en] = r.title
  const [name, fileName] = language === 'en' ? [en, `${en} import template`] : [zh, `${zh}导入模板`]
  return formFile(fileName, await templateWorkbook({ name, columns }))
}

/** The head of a column in the asker's language; in Chinese where its English is understood as another column. */
export function headOf(r: Resource, { name, field }: ImportField, language: Language): string {
  const [zh, en] = field.title
  return language === 'en' && meaningsOf(r, [en]).some(one => one !== null && one !== 'passedOver' && one.name === name) ? en : zh
}

async function templateColumn(context: Context, r: Resource, column: ImportField, isFirst: boolean): Promise<TemplateColumn> {
  const { field, required, name } = column
  const { language } = context
  const referred = isNamed(field) && field.to !== undefined ? await referredBy(context, field.to) : null
  const listed = referred ? (referred.labels.length <= listedMax ? referred.labels : []) : choiceLabels(field, language)
  // a list in a cell takes one of its values: several are written, not picked
  const options = field.kind === 'choices' || field.kind === 'links' ? [] : listed
  const example = exampleOf(field, referred, language)
  return {
    title: headOf(r, column, language),
    required,
    comment: columnComment(column, identityOf(r).includes(name), referred, language),
    example: isFirst ? `${exampleMark(language)}${example}` : example,
    ...(options.length > 0 ? { options } : {}),
  }
}

/** Names of the target through the asker's door, one more than a list may have. */
async function referredBy(context: Context, table: string): Promise<Referred | null> {
  const target = context.house.registry.resources.get(table)
  if (!target) return null
  const label = sql<string>`${sql.ref(`${table}.${labelColumn(target)}`)}::text`
  const unoffered = hiddenOnes(context, target)
  const rows = await anyTable(context.db)
    .selectFrom(table)
    .select(label.as('label'))
    .$if(unoffered !== null, query => query.where(sql<boolean>`${sql.ref(`${table}.id`)} not in (${unoffered})`))
    .distinct()
    .orderBy('label')
    .limit(listedMax + 1)
    .execute()
  return { title: referredTitle(target, context.language), labels: rows.map(row => row.label) }
}

/** 商品（库存 SKU）: what a reference is looked up by. */
function referredTitle(target: Resource, language: Language): string {
  const at = language === 'en' ? 1 : 0
  const names = new Set(
    [...(target.key?.length === 1 ? target.key : []), labelOf(target)].flatMap(name => ownValue(target.fields, name)?.title[at] ?? []),
  )
  const title = target.title[at]
  return names.size === 0 ? title : at === 1 ? `${title} (${[...names].join(' or ')})` : `${title}（${[...names].join('或')}）`
}
