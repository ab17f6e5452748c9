#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    kozyr_fuzz::seka_table::table(bytes);
});
