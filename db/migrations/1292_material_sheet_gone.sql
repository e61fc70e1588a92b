-- whoever kept the sheet of materials keeps bills (1201); its permission names nothing any more
delete from role_permission where permission = 'finance.materialSheet';
