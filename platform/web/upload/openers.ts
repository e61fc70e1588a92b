/** The list of imports opens its rows as import reports. */
import { t } from '../i18n/t.ts'
import { registerRowOpener } from '../values/row-openers.ts'
import { ImportDrawer } from './import-drawer.tsx'

registerRowOpener('fileImportHistory', {
  title: t('导入报告'),
  Drawer: ImportDrawer,
})
