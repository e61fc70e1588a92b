/** English texts of the pages of people, keyed by the Chinese source. */
export default {
  '共 {n} 名员工': '{n} people',
  没有负责人: 'No head',
  部门: 'Department',
  上级部门: 'Department above',
  画布: 'Canvas',
  放大: 'Zoom in',
  缩小: 'Zoom out',
  适应画布: 'Fit',
  '含下级 {n}': '{n} with those below',
  '编制 {n}': '{n} planned',
  '还没有部门，请先在“部门”里建立': 'There is no department yet: make one in Departments',
}
