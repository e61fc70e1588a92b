/** The page where an approval is opened: one's own approvals, with its drawer. Pure. */
export const approvalPath = ({ formCode, keyValue }: { readonly formCode: string; readonly keyValue: string }): string =>
  `/approval/mine?form=${encodeURIComponent(formCode)}&key=${encodeURIComponent(keyValue)}`
