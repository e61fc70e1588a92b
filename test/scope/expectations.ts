/**
 * What a person without rights gets from every call that is written by hand. The calls that follow from a declaration (list, one, add,
 * update, remove, export, import, action ...) are tried out by their verbs; a call of one's own says here why it can't show or change what
 * is another's. A new one without a line fails the test.
 *   own           is about the asker's own account, whatever is named
 *   organisation  answers what everybody of the asker's organisation may see, or belongs to no organisation
 *   scoped        reads lists or reports through the asker's door; the canaries prove it
 *   else          an input that names records of another organisation, and the code it must get
 */
export interface Foreign {
  readonly input: (ids: ForeignIds) => Readonly<Record<string, unknown>>
  readonly code: number
}
export type Expectation = 'own' | 'organisation' | 'scoped' | Foreign

/** Ids of rows of the other organisation. */
export interface ForeignIds {
  readonly employee: string
  readonly role: string
  readonly shop: string
  readonly department: string
  readonly file: string
  readonly importRun: string
  readonly task: string
  readonly settlement: string
  readonly kind: string
  readonly profile: string
  readonly warehouse: string
  readonly audit: string
}

const names = (input: Foreign['input'], code: number): Foreign => ({ input, code })
const approvalOf = (ids: ForeignIds) => ({ formCode: 'role', keyValue: ids.role })
const taskOf = (ids: ForeignIds) => ({ ...approvalOf(ids), currentProcessId: 'a', round: 1, opinion: '好' })
const plainFlow = { nodes: [], edges: [], samePerson: 'pass', ownRequest: false }
const period = { startDate: '2026-01-01', endDate: '2026-03-31' }

export const expectations: Readonly<Record<string, Expectation>> = {
  // sealed authors: what one was told under seal; openings are of the organisation
  'POST /sealedNotice/list': 'own',
  // the board and activities: what is for the caller; of records of another organisation nothing is known
  'GET /bbsSection/board': 'organisation',
  'POST /bbsTopic/view': names(ids => ({ id: ids.role }), 1004),
  'POST /bbsTopic/like': names(ids => ({ id: ids.role }), 1004),
  'POST /bbsTopic/best': names(ids => ({ id: ids.role, replyId: ids.role }), 1004),
  'GET /cultureActivity/open': 'organisation',
  'GET /cultureActivity/view': names(ids => ({ id: ids.role }), 1004),
  'POST /cultureActivity/signUp': names(ids => ({ id: ids.role }), 1004),
  'POST /cultureActivity/cancelSignUp': names(ids => ({ id: ids.role }), 1004),
  'POST /cultureActivity/checkIn': names(() => ({ code: 'ABCDEFGH' }), 1002),
  // approvals: one's own boxes; of a record that is another organisation's nothing is known
  'GET /approval/allList': 'own',
  'GET /approvalNotice/list': 'own',
  'GET /approvalNotice/statisticUnread': 'own',
  'POST /approvalNotice/update': 'own',
  'POST /approvalNotice/updateBatchReadNotice': 'own',
  'POST /workflow/getAuditProcess': names(approvalOf, 1004),
  'POST /workflow/listFlowProcessLog': names(approvalOf, 1004),
  'POST /workflow/getWorkFlowProcessList': names(approvalOf, 1004),
  'POST /workflow/confirmProcess': names(taskOf, 1004),
  'POST /workflow/backProcess': names(taskOf, 1004),
  'POST /workflow/backStartProcess': names(taskOf, 1004),
  'POST /workflow/transfer': names(ids => ({ ...taskOf(ids), employeeId: ids.employee }), 1004),
  'POST /workflow/countersign': names(ids => ({ ...taskOf(ids), employeeIds: [ids.employee] }), 1004),
  'POST /workflow/comment': names(ids => ({ ...approvalOf(ids), opinion: '好' }), 1004),
  'POST /workflow/withdraw': names(approvalOf, 1004),
  'POST /workflow/submit': names(approvalOf, 1004),
  'POST /workflow/urge': names(approvalOf, 1004),
  'POST /workflowSetting/forms': 'organisation',
  'POST /workflowSetting/get': names(ids => ({ id: ids.role }), 1004),
  'POST /workflowSetting/insert': names(ids => ({ formCode: 'role', name: '流程', copyOf: ids.role }), 1004),
  'POST /workflowSetting/update': names(ids => ({ id: ids.role, version: 1, name: '流程' }), 1004),
  'POST /workflowSetting/check': names(() => ({ formCode: 'nothing', definition: plainFlow }), 1004),
  'POST /workflowSetting/simulate': names(ids => ({ formCode: 'role', definition: plainFlow, keyValue: ids.role }), 1004),
  // one's own account and its traces
  'GET /account/info': 'own',
  'POST /account/loginHistory': 'own',
  'POST /sms/smsVerification': 'own',
  'POST /userManage/updateUserName': 'own',
  'POST /auth/user/logout': 'own',
  'POST /auth/user/sessions': 'own',
  'POST /auth/user/revokeSession': 'own',
  'POST /auth/user/modifyInitPassword': 'own',
  'POST /auth/user/modifyPassword': 'own',
  'POST /userManage/endViewAs': 'own',
  'GET /system/userprofile': 'own',
  'POST /SysOrganization/list': 'own',
  'GET /userSetting/query': 'own',
  'POST /userSetting/save': 'own',
  'POST /task/changes': 'own',
  'POST /userTab/query': 'own',
  'POST /userTab/save': 'own',
  'POST /myCommonMenu/list': 'own',
  'POST /myCommonMenu/insert': 'own',
  'POST /myCommonMenu/delete': 'own',
  'POST /myCommonMenu/batchUpdate': 'own',
  'POST /menuLog/pushMenuLog': 'own',
  'POST /systemMenuClick/insertAndUpdate': 'own',
  'POST /systemMenuClick/count': 'own',
  'POST /systemUsageRecord/access': 'own',
  'POST /systemUsageRecord/routeUse': 'own',
  'POST /realtime/ticket': 'own',
  'GET /emp/unreadCount': 'own',
  'GET /manager/unreadCount': 'own',
  'GET /notify/unreadCount': 'own',
  'POST /MyScheduleData/list': names(({ employee }) => ({ startDate: '2026-01-01', endDate: '2026-01-31', employeeIds: [employee] }), 1004),
  'POST /MyScheduleData/add': names(
    ({ employee }) => ({
      title: 'x',
      startAt: '2026-01-01T01:00:00.000Z',
      endAt: '2026-01-01T02:00:00.000Z',
      participants: [employee],
    }),
    1002,
  ),
  'POST /MyScheduleData/update': names(() => ({ id: '999999999', version: 1 }), 1004),
  'POST /MyScheduleData/delete': names(() => ({ id: '999999999' }), 1004),
  'POST /MyScheduleData/answer': names(() => ({ id: '999999999', answer: 2 }), 1004),
  'POST /MyScheduleData/days': 'organisation',
  'POST /MyScheduleData/plan': 'organisation',
  'POST /MyScheduleData/feed': 'own',
  'POST /MyScheduleData/newFeed': 'own',
  'POST /MyScheduleData/revokeFeed': 'own',
  'POST /noticePreference/list': 'own',
  'POST /noticePreference/save': 'own',
  'POST /notify/list': 'own',
  'POST /notify/read': 'own',
  'POST /notify/readAll': 'own',
  // of the asker's organisation, and of the installation for those who look after it; a run that is not there is refused alike
  'POST /timedWorkManage/list': 'organisation',
  'POST /timedWorkManage/runs': 'organisation',
  'POST /timedWorkManage/run': names(() => ({ name: 'none' }), 1004),
  'POST /timedWorkManage/retry': names(() => ({ name: 'product.soldUntil', id: '999999999' }), 1009),
  'POST /timedWorkManage/giveUp': names(() => ({ name: 'product.soldUntil', id: '999999999' }), 1009),
  'GET /homeCard/list': 'scoped',
  'POST /homeCard/update': 'own',
  'POST /homeCard/pin': 'own',
  'POST /listField/recent': 'own',
  // the same answer for a card that is not there
  'POST /homeCard/unpin': names(() => ({ key: 'pin.1' }), 1004),
  'POST /task/query': 'own',
  // the same answer for a task that has ended
  'POST /task/cancel': names(ids => ({ taskId: ids.task }), 1002),
  'POST /listField/saveLayout': 'own',
  'GET /ListProfile/profileList': 'own',
  'POST /dyColumns/list': 'own',
  'POST /dyColumns/insert': 'own',
  'POST /ListProfile/saveListProfile': 'own',

  // what is named must be in one's scope
  'POST /ListProfile/deleteListProfile': names(ids => ({ profileId: ids.profile }), 1004),
  'POST /ListProfile/udpate': names(ids => ({ id: ids.profile, listType: 'shop' }), 1004),
  'POST /ListProfile/setDefault': names(ids => ({ id: ids.profile, listType: 'shop' }), 1004),
  'POST /ListProfile/share': names(ids => ({ profileId: ids.profile, employeeIds: [], deptIds: [] }), 1004),
  'POST /ListProfile/undo': names(ids => ({ profileId: ids.profile }), 1004),
  'POST /dyColumns/update': names(ids => ({ type: 'shop', id: ids.profile, name: 'x', columnList: [], version: 1 }), 1004),
  'POST /dyColumns/delete': names(ids => ({ id: ids.profile }), 1004),
  'POST /dyColumns/share': names(ids => ({ id: ids.profile, employeeIds: [], deptIds: [] }), 1004),
  'GET /fileUpload/down2': names(ids => ({ id: ids.file }), 1004),
  'POST /fileUpload/delete': names(ids => ({ id: ids.file }), 1004),
  'POST /fileImport/preview': names(ids => ({ type: 'product', fileId: ids.file }), 1004),
  'POST /fileImport/annotated': names(ids => ({ type: 'product', fileId: ids.file }), 1004),
  'POST /BankLayout/suggest': names(ids => ({ fileId: ids.file }), 1004),
  'POST /fileImportHistory/details': names(ids => ({ id: ids.importRun }), 1004),
  'POST /fileImportHistory/errorsExport': names(ids => ({ id: ids.importRun }), 1004),
  'POST /fileImportHistory/cancel': names(ids => ({ id: ids.importRun }), 1004),
  'POST /fileImportHistory/accept': names(ids => ({ id: ids.importRun, reason: 'x' }), 1004),
  'POST /AmazonTransactionReport/importData': names(ids => ({ fileIds: [ids.file] }), 1004),
  'POST /saleOrder/importData': names(ids => ({ fileIds: [ids.file] }), 1004),
  'POST /walmartSaleStatistics/compute': names(ids => ({ shopIds: [ids.shop], ...period }), 1004),
  'POST /FinanceBankStatement/importData': names(ids => ({ fileIds: [ids.file] }), 1004),
  'POST /FinanceBankStatement/batchDelete': names(ids => ({ ids: [ids.profile] }), 1004),
  'POST /AmazonTransactionReport/syncData': names(ids => ({ shopIds: [ids.shop], ...period }), 1004),
  'POST /AmazonTransactionReport/calcFinanceAzmTransDetail': names(ids => ({ shopIds: [ids.shop], ...period }), 1004),
  'POST /AmzSettlement/differences': names(ids => ({ id: ids.settlement }), 1004),
  'POST /AmzShopMap/batchDelete': names(ids => ({ ids: [ids.profile] }), 1004),
  'PUT /userManage/employee': names(ids => ({ employeeId: ids.employee, version: 1, nickname: 'x' }), 1004),
  'POST /department/move': names(ids => ({ id: ids.department, version: 1, parentId: null, order: [ids.department] }), 1004),
  'POST /userManage/access': names(ids => ({ employeeId: ids.employee }), 1004),
  'POST /userManage/permissions': names(ids => ({ employeeId: ids.employee }), 1004),
  'POST /userManage/empAddRole': names(ids => ({ employeeId: ids.employee, roleIds: [] }), 1004),
  'POST /userManage/openAccount': names(ids => ({ employeeId: ids.employee, username: 'taken.over' }), 1004),
  'POST /userManage/otherDepartments': names(ids => ({ employeeId: ids.employee, otherDeptIds: [] }), 1004),
  'PUT /userManage/dataAclSetting': names(ids => ({ employeeId: ids.employee, shopIds: [] }), 1004),
  'POST /roleManagement/permissions': names(ids => ({ roleId: ids.role }), 1004),
  'POST /roleManagement/copy': names(ids => ({ roleId: ids.role, name: '副本' }), 1004),
  'POST /roleManagement/difference': names(ids => ({ roleId: ids.role, version: 1, permissions: [], scopes: [] }), 1004),
  'POST /roleManagement/savePermissions': names(ids => ({ roleId: ids.role, version: 1, permissions: [], scopes: [] }), 1004),
  'POST /listState/query': names(() => ({ key: 'not-of-this-organisation' }), 1004),

  'POST /auditTrail/detail': names(ids => ({ id: ids.audit }), 1004),
  'POST /auditTrail/history': names(ids => ({ type: 'shop', id: ids.shop }), 1004),
  'POST /auditTrail/restore': names(ids => ({ type: 'shop', id: ids.shop, entryId: ids.audit, preview: true }), 1004),
  'POST /listField/record': names(ids => ({ type: 'shop', id: ids.shop }), 1004),
  'POST /listField/neighbours': names(ids => ({ type: 'employee', id: ids.employee }), 1004),
  'POST /listField/lines': names(() => ({ type: 'purchasePriceList', id: '999999999' }), 1004),
  'POST /listField/related': names(ids => ({ type: 'shop', id: ids.shop }), 1004),

  // through the door
  'GET /menuSetting/monitorInfo': 'scoped',
  'POST /menuSetting/monitorList': 'scoped',
  'POST /listField/named': 'scoped',
  'POST /listField/options': 'scoped',
  'POST /listField/find': 'scoped',
  'GET /listField/begin': 'scoped',
  'GET /listField/recent': 'scoped',
  'POST /AmzFinanceProfit/list': 'scoped',
  'POST /AmzFinanceProfit/missingCosts': 'scoped',
  'POST /AmzFinanceProfit/export': 'scoped',
  'POST /AmzTransaction/detailList': 'scoped',
  'POST /walmartSaleStatistics/summaryDimension': 'scoped',
  'POST /walmartSaleStatistics/list': 'scoped',
  'POST /walmartSaleStatistics/categorySummaryList': 'scoped',
  'POST /walmartSaleStatistics/qtyStatistics': 'scoped',
  'POST /walmartSaleStatistics/report': 'scoped',
  'POST /walmartSaleStatistics/lines': 'scoped',
  'POST /walmartSaleStatistics/export': 'scoped',
  'POST /AmazonTypeMap/queue': 'scoped',
  'POST /AmazonTypeMap/alteredMonths': 'scoped',
  'GET /ProductCost/productYearReport': 'scoped',
  'POST /ProductCost/productYearReport': 'scoped',
  'POST /files/list': 'scoped',
  'GET /sysShopSetting/shopCountry': 'scoped',
  'GET /sysShopSetting/allAccount': 'scoped',
  'GET /CompanyContractBill/getSupplierList': 'scoped',
  'POST /financeMonth/check': 'scoped',
  'POST /financeMonth/months': 'scoped',
  'POST /financeMonth/due': 'scoped',
  'POST /roleManagement/operations': 'scoped',
  'GET /roleManagement/roles': 'scoped',
  'GET /userManage/depts': 'scoped',
  'GET /userManage/queryCompanyAll': 'scoped',
  'POST /dictSetting/dictsByDictIds': 'scoped',

  // types of work orders are the organisation's; orders are read through the asker's door, one of another organisation is unknown
  'GET /workCatalogManagement/list': 'scoped',
  'GET /workCatalogManagement/associatedEmp': names(() => ({ catalogId: '999999999' }), 1004),
  'POST /workCatalogManagement/allEntryStaffs': 'organisation',
  'POST /workOrderManagement/deleteAttachment/{id}': names(ids => ({ id: ids.file }), 1004),
  'POST /workOrderManagement/modifyRequirements': names(() => ({ id: '999999999', requirement: 'x', reason: 'x' }), 1004),
  'GET /Project/get/{id}': names(() => ({ id: '999999999' }), 1004),
  'POST /Project/burnDown': names(() => ({ id: '999999999' }), 1004),
  'POST /Project/workload': names(() => ({ id: '999999999' }), 1004),
  'POST /ProjectPlan/burnDown': names(() => ({ id: '999999999' }), 1004),
  'GET /workOrderManagement/view/{id}': names(() => ({ id: '999999999' }), 1004),
  'POST /listField/paste': names(() => ({ type: 'product', fields: ['name'], rows: [{ id: '1', version: 1, cells: ['x'] }] }), 1009),
  'POST /listField/items': names(() => ({ type: 'shop', of: '1' }), 1003),

  // what everybody may see, and templates that hold the asker's own names
  // what is published is for everybody of the organisation, or for whom it is meant
  'GET /chronicleSetting/homePageChronicle': 'scoped',
  'GET /chronicleSetting/homePageChronicle/{id}': 'organisation',
  'GET /shipping/CountryListData': 'organisation',
  'GET /MediaSourceSetting/fileSource': 'organisation',
  'POST /listField/getByType': 'organisation',
  'POST /listState/insert': 'organisation',
  'POST /realtime/watch': 'organisation',
  'POST /realtime/unwatch': 'organisation',
  'POST /fileUpload/upload': 'own',
  'GET /fileQrUpload/qrCodeId': 'own',
  'GET /fileQrUpload/qrFile': 'own',
  'POST /fileQrUpload/qrIdUpdate': 'own',
}
