/** Saved schemes as the dialog shows them: own, default, a tab, shared, one with a column that is gone. */
import type { Scheme } from '../../declare/wire.ts'

const scheme: Scheme = {
  profileId: '5',
  type: 'amazonTransaction',
  kind: 1,
  name: '本月退款',
  isDefault: 1,
  isOwn: true,
  ownerName: '',
  version: 4,
  canUndo: true,
  removed: [],
  sharedWith: { employeeIds: [], deptIds: [] },
  defaultOf: { roleIds: [], isOrganisation: false },
  columnList: [],
  conditionList: [
    { field: 'postedOn', condition: 'THIS_MONTH' },
    { field: 'type', condition: 'IN', value: '2' },
    { field: 'sku', condition: 'IN', value: 'ZG-LAMP-01,ZG-MAT' },
  ],
  orderByList: [
    { field: 'postedOn', orderBy: 'DESC' },
    { field: 'total', orderBy: 'ASC' },
  ],
}

export const schemes: readonly Scheme[] = [
  scheme,
  { ...scheme, profileId: '6', name: '未审核', kind: 2, isDefault: 0 },
  { ...scheme, profileId: '7', name: '德国站核对', isDefault: 0, isOwn: false, ownerName: '王芳', canUndo: false },
  { ...scheme, profileId: '8', name: '旧版导出列', isDefault: 0, removed: ['促销返利', '旧税额'] },
]
