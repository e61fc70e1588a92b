/** English texts of the pages of people, keyed by the Chinese source. */
export default {
  '共 {n} 名员工': '{n} people',
  没有负责人: 'No head',
  '含下级 {n}': '{n} with those below',
  '编制 {n}': '{n} planned',
  '还没有部门，请先在“部门”里建立': 'There is no department yet: make one in Departments',
}
