/**
 * Queries that IT has kept: a declared list or report with its columns and filter. Their SQL is not kept: it names what its maker sees, and
 * is made anew for each reader.
 */
import { json, links, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, member, ownedBy, through } from '#platform/declare/scope.ts'

export const generatedSql = resource('generated_sql', {
  type: 'generateSql',
  title: ['SQL 查询', 'SQL query'],
  access: { permission: 'it.generateSql', scope: anyOf(ownedBy('ownerId'), member('generated_sql_reader', { record: 'sqlId' })) },
  fields: {
    name: text('名称', 'Name', { max: 80, filter: 'contains', sort: true, width: 200 }),
    /** `list:<type>` or `report:<name>` */
    source: text('来源', 'Source', { max: 100, computed: true, hidden: true }),
    sourceTitle: text('列表或报表', 'List or report', { max: 100, computed: true, width: 160 }),
    /** what the call of the list or report was asked for */
    query: json<Readonly<Record<string, unknown>>>('查询', 'Query'),
    ownerId: reference('保存人', 'Kept by', 'employee', { set: { onAdd: 'employee' }, filter: 'select', width: 110 }),
    sharedWithIds: links('共享给', 'Shared with', 'employee', { optional: true, rowsIn: 'generated_sql_reader', width: 200 }),
    remark: text('备注', 'Remark', { max: 200, optional: true, width: 200 }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: [
      '在列表或报表的“导出”菜单里选“生成 SQL”，保存后显示在这里',
      'Choose “Generate SQL” in the export menu of a list or report and keep it',
    ],
  },
  record: { editable: ['name', 'sharedWithIds', 'remark'], label: 'name' },
  storage: { key: ['ownerId', 'name'], index: [['orgId', 'name', 'id']] },
})

/** With whom a query is shared. */
export const generatedSqlReader = resource('generated_sql_reader', {
  title: ['SQL 查询共享', 'Shared SQL query'],
  access: { scope: through('sqlId') },
  fields: {
    sqlId: reference('SQL 查询', 'SQL query', 'generated_sql'),
    employeeId: reference('共享给', 'Shared with', 'employee'),
  },
  storage: { key: ['sqlId', 'employeeId'], index: [['employeeId']] },
})

export const sqlTables = { generatedSql, generatedSqlReader }
type Named = { generatedSql: typeof generatedSql }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<Named> {}
}
