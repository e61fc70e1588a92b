/** `allowClear` of antd's controls, whose button says in every language "Clear" or the name of its icon. */
import { CloseCircleFilled } from '@ant-design/icons'
import { t } from '../i18n/t.ts'

/** Of selects and trees. */
export const clearable = (isOn = true) => isOn && { label: t('清除'), clearIcon: <CloseCircleFilled aria-hidden /> }

/** Of text fields: their button has no name but its icon's. */
export const clearableText = () => ({ clearIcon: <CloseCircleFilled aria-label={t('清除')} /> })
