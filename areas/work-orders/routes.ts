/** Route map of work orders and their types. */
import { Array as List, Integer, Literal, Number as Num, Object as O, Optional, String as Text, Union } from 'typebox'
import { choice, files, links, reference } from '#platform/declare/fields.ts'
import { linesInput } from '#platform/declare/document.ts'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { defined, type Route, type RouteMap, act, call, demandOf, Id, Query } from '#platform/server/area.ts'
import { lineChangesInput } from '#platform/server/documents.ts'
import { namedId, family, usual, add, exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { steps } from '#platform/server/steps.ts'
import { threadAdd, threadDelete, threadList } from '#platform/server/notices.ts'
import { handlersOf, saveHandlers, staffOf, typeTree } from './catalog-calls.ts'
import { workCatalog, workCatalogEmployee, workCatalogField } from './catalog-tables.ts'
import { removeAttachment, revise, supplement, viewOrder, type Supplement } from './order-calls.ts'
import { catalogRule, fieldRule } from './rules.ts'
import { workOrder, workOrderCarton, workOrderRequirement } from './tables.ts'
import { urge } from './urge.ts'
import { bringOwnTypes } from './usual-types.ts'

/** Whoever sees an order may take it along; the rows are those that he sees. */
const everybodys = (route: Route): Route => ({ ...route, demand: signedIn })
const number = Optional(Union([Num(), Text({ maxLength: 30 })]))
const packingLine = O({
  sku: Text({ maxLength: 100 }),
  qty: Union([Integer(), Text({ maxLength: 10 })]),
  cartonNo: Text({ maxLength: 40 }),
  length: number,
  width: number,
  height: number,
  weight: number,
})

/** What is handed in later, as a form asks for it. */
const supplementForm = {
  name: 'supplement',
  title: ['补充资料', 'Hand in'],
  over: 'row',
  operation: operations.view,
  sameRightAsEdit: true,
  input: {
    kind: choice(
      '类型',
      'Kind',
      { documents: [1, '资料', 'Documents'], pictures: [2, '装箱图', 'Packing pictures'], packing: [3, '装箱信息', 'Packing list'] },
      { default: 1, as: 'radio' },
    ),
    fileIds: files('附件', 'Files', { optional: true, max: 20 }),
    packing: linesInput(workOrderCarton),
  },
} as const

/** The specification calls it add. */
const { 'POST /workCatalogManagement/insert': addCatalog, ...catalogs } = family('workCatalogManagement', workCatalog, catalogRule)

export const workOrderRoutes: RouteMap = {
  ...catalogs,
  'GET /workCatalogManagement/list': call({ demand: signedIn, summary: '工单类型树', write: false }, typeTree),
  'POST /workCatalogManagement/add': defined(addCatalog, 'the call that adds'),
  'POST /workCatalogManagement/loadUsual': usual(workCatalog, { title: ['载入常用类型', 'Bring the usual types'] }, bringOwnTypes),
  'POST /workCatalogManagement/delete/{id}': remove(workCatalog),
  'GET /workCatalogManagement/associatedEmp': call(
    { demand: signedIn, summary: '工单类型的处理人', input: Query({ catalogId: Id('工单类型') }), write: false },
    (context, ask) => handlersOf(context, ask.input.catalogId),
  ),
  'POST /workCatalogManagement/allEntryStaffs': call(
    {
      demand: demandOf(workCatalog, 'edit'),
      summary: '可选为处理人的员工',
      input: O({ keyword: Optional(Text({ title: '姓名', maxLength: 50 })) }),
      write: false,
    },
    (context, ask) => staffOf(context, ask.input.keyword),
  ),
  'POST /workCatalogEmployeeManagement/list': list(workCatalogEmployee),
  'POST /workCatalogEmployeeManagement/save': act(
    workCatalogEmployee,
    {
      name: 'save',
      title: ['添加处理人', 'Add handlers'],
      over: 'page',
      operation: operations.edit,
      input: {
        catalogId: reference('工单类型', 'Type', 'work_catalog'),
        employeeIds: links('处理人', 'Handlers', 'employee', { max: 200 }),
      },
    },
    (context, ask) => saveHandlers(context, ask.input as never),
    O({ catalogId: Id('工单类型'), employeeIds: List(Id(), { title: '处理人', minItems: 1, maxItems: 200 }) }),
  ),
  'POST /workCatalogEmployeeManagement/delete/{id}': remove(workCatalogEmployee),
  'POST /workCatalogEmployeeManagement/listExport': exportOf(workCatalogEmployee),
  ...family('workCatalogFieldManagement', workCatalogField, fieldRule),

  'POST /workOrderManagement/list': list(workOrder),
  'GET /workOrderManagement/query/{id}': one(workOrder),
  'POST /workOrderManagement/add': add(workOrder),
  'POST /workOrderManagement/update': update(workOrder),
  'POST /workOrderManagement/delete/{id}': remove(workOrder),
  'POST /workOrderManagement/listExport': everybodys(exportOf(workOrder)),
  'POST /workOrderManagement/updateState': steps(workOrder),
  'POST /workOrderManagement/urge': everybodys(urge),
  'POST /workOrderManagement/supplementaryWorkOrderFile': everybodys(
    act(
      workOrder,
      supplementForm,
      (context, { input }) => supplement(context, input as unknown as Supplement),
      O({
        id: Id('工单'),
        kind: Union([Literal(1), Literal(2), Literal(3)], { title: '类型' }),
        fileIds: Optional(List(Id(), { title: '附件', maxItems: 20 })),
        packing: Optional(lineChangesInput(workOrderCarton)),
        infoList: Optional(List(packingLine, { title: '装箱信息', maxItems: workOrderCarton.linesOf?.max ?? 0 })),
      }),
    ),
  ),
  'POST /workOrderManagement/deleteAttachment/{id}': call(
    { demand: signedIn, summary: '删除工单附件', input: O({ id: Optional(Id()) }) },
    (context, ask) => removeAttachment(context, namedId(ask.params['id'], ['附件', 'File'])),
  ),
  'POST /workOrderManagement/modifyRequirements': call(
    {
      demand: signedIn,
      summary: '变更工单需求',
      input: O({
        id: Id('工单'),
        version: Optional(Integer({ title: '版本号' })),
        requirement: Text({ title: '需求说明', maxLength: 1_000_000 }),
        reason: Text({ title: '变更原因', maxLength: 200 }),
      }),
    },
    (context, ask) => revise(context, ask.input),
  ),
  'GET /workOrderManagement/view/{id}': call({ demand: signedIn, summary: '工单全貌', write: false }, (context, ask) =>
    viewOrder(context, ask.params['id'] ?? ''),
  ),
  'POST /workOrderRequirementManagement/list': list(workOrderRequirement),
  'POST /workOrderPackingManagement/list': list(workOrderCarton),
  'POST /workOrderPackingManagement/listExport': everybodys(exportOf(workOrderCarton)),

  'GET /workOrderReplywManagement/trace': threadList(workOrder, 'workOrderId'),
  'POST /workOrderReplywManagement/add': threadAdd(workOrder, 'workOrderId'),
  'POST /workOrderReplywManagement/delete/{id}': threadDelete(workOrder),
}
