struct fail_record;
