export const ok = (data: unknown) => ({
  success: true,
  returnCode: '0000',
  returnMsg: 'SUCCESS',
  extend: '',
  data,
  traceId: 't-1',
});

export const no = (returnCode: string, returnMsg = 'No') => ({
  success: false,
  returnCode,
  returnMsg,
  data: null,
  traceId: 't-2',
});
