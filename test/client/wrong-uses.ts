/** Uses of the client that its types refuse: each is one statement. */
export const wrongUses: readonly string[] = [
  // a call that there is not, by another method, or closed to programs
  "await zg.post('/productManage/lists')",
  "await zg.get('/productManage/list')",
  "await zg.post('/productManage/query/{id}', { id: '1' })",
  "await zg.put('/productManage/insert', { sku: 'A', name: 'A' })",
  "await zg.post('/apiKey/ownInsert', {})",
  "await zg.post('/auth/user/login', {})",
  // input that is missing, of another type, or out of the choices
  "await zg.get('/productManage/query/{id}')",
  "await zg.get('/productManage/query/{id}', { id: 1 })",
  "await zg.post('/productManage/insert', { name: 'A' })",
  "await zg.post('/productManage/update', { id: '1', name: 'A' })",
  "await zg.post('/sysShopSetting/list', { status: 3 })",
  "await zg.post('/sysShopSetting/list', { pageNum: '1' })",
  "await zg.post('/companyProfit/list', { by: ['planet'], startDate: '2026-10-01', endDate: '2026-10-31' })",
  "await zg.post('/companyProfit/list', { by: ['shop'], startDate: '2026-10-01' })",
  // what comes back
  "(await zg.get('/productManage/query/{id}', { id: '1' })).colour",
  "for await (const row of zg.each('/sysShopSetting/list')) row.id.toFixed()",
  "zg.each('/companyProfit/list')",
  "(await zg.file('/productManage/listExport')).list",
  // what stands beside calls
  "connect('http://localhost', {})",
  "verifyWebhook({ type: 'shop.changed' }, {}, 'whsec_')",
]
